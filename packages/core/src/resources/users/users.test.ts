import { describe, expect, it } from 'vitest';
import type { Draft, FormMode, FormState } from '../../resource/form.types.ts';
import { checkForm } from '../../resource/form-rules.ts';
import { ACCESS_LEVELS, PERMISSION_FLAGS, REFERENCE_ROLES, USER_MENUS } from './access.ts';
import { permissionPairs } from './permission-pairs.ts';
import { userForm } from './users.form.ts';
import { users } from './users.resource.ts';
import { type User, userSchema } from './users.schema.ts';

const FLAGS =
  'manage_users manage_dashboard view_users manage_fuel_cards view_fuel_cards view_invoices manage_money_codes view_money_codes approve_money_codes view_transactions manage_reports view_reports manage_truckcare'.split(
    ' ',
  );

const detail = userSchema.parse({
  id: 4,
  profileid: 'P1004',
  first_name: 'Vera',
  last_name: 'Oduya',
  email: 'viewer@northhaul.test',
  phone: 7055550103,
  role: 'User',
  country: { key: 'CA', value: 'Canada' },
  province: 'ON',
  city: 'Sudbury',
  company: 'North Haul',
  view_invoices: true,
  manage_users: 0,
  customerMenu: { read: true, create: false },
  password: 'never kept',
});

const state = (mode: FormMode, provided: Draft = {}): FormState<User> => ({
  mode,
  detail: mode === 'create' ? undefined : detail,
  draft: { ...userForm.draft(detail), ...provided },
});
const PASSWORDS = { password: 'Pa55-word-long', verify_password: 'Pa55-word-long' };

const messages = (mode: FormMode, provided: Draft, secrets: Record<string, string> = {}) =>
  Object.values(checkForm(userForm, state(mode, provided), secrets)).flatMap((issues) =>
    issues.map(({ message }) => message),
  );

describe('list', () => {
  it('USER-01 has its columns and text, all of them filters', () => {
    expect(users.list.columns.map(({ label, field }) => `${label} = ${field}`)).toEqual([
      'Email = email',
      'First Name = first_name',
      'Last Name = last_name',
      'Company = company',
      'Phone = phone',
      'Role = role',
    ]);
    expect(users.list.columns.every(({ filterable = true }) => filterable)).toBe(true);
    expect(users.list).toMatchObject({ path: 'users', texts: { noRows: 'No User found.' } });
  });

  it('USER-02 SHELL-03 routes use the profile id, calls the id', () => {
    expect(users.routeId?.(detail)).toBe('P1004');
    expect(users.id(detail)).toBe('4');
  });

  it('USER-02 its page has profile, address and permissions, each under its heading', () => {
    const shown = users.record?.fields.map(({ label, section }) => `${section}: ${label}`);
    expect(shown?.slice(0, 9)).toEqual([
      ...['Profile: First Name', 'Profile: Last Name', 'Profile: Email', 'Profile: Contact'],
      ...['Profile: Role', 'Profile: Company'],
      ...['Address: Country', 'Address: Province', 'Address: City'],
    ]);
    expect(new Set(shown?.slice(9).map((text) => text.split(':')[0]))).toEqual(
      new Set(['Permission']),
    );
    expect(users.record?.caption?.(detail)).toBe('Vera Oduya');
    expect(users.record).toMatchObject({ title: 'User', back: 'Back to Users' });
  });

  it('USER-02 lists the rights of each menu, and a missing one as none', () => {
    const rights = { read: true, create: false, update: true, delete: true };
    const user = userSchema.parse({ ...{ id: 5, customerMenu: rights } });
    const rows = users.record?.nested?.[0]?.rows(user) ?? [];
    expect(rows[0]).toEqual({ menu: 'Customer', ...rights });
    const none = { read: false, create: false, update: false, delete: false };
    expect(rows[1]).toEqual({ menu: expect.any(String), ...none });
  });

  it('USER-06 has its calls', () => {
    expect(users.record?.path('P 1')).toBe('user/P%201');
    expect(users.remove?.path('4')).toBe('users/4');
    expect(userForm.create).toMatchObject({ method: 'POST' });
    expect(userForm.create?.path(state('create'))).toBe('users');
    expect(userForm.update).toMatchObject({ method: 'PUT' });
    expect(userForm.update?.path(state('edit'))).toBe('user/4');
  });
});

describe('wizard', () => {
  it('USER-03 goes Profile, Permission, Submission, and every field has its step', () => {
    const { steps = [] } = userForm;
    expect(steps.map(({ title }) => title)).toEqual(['Profile', 'Permission', 'Submission']);
    expect(steps.at(-1)?.sections).toEqual([]);
    const inSteps = new Set(steps.flatMap(({ sections }) => sections));
    const fields = userForm.fields(state('edit'));
    expect(new Set(fields.map(({ section }) => section))).toEqual(inSteps);
    const flags = fields.filter(({ section }) => section === 'Permission');
    expect(flags.map(({ name }) => name)).toEqual(FLAGS);
  });

  it.each([
    ['first_name', 'First Name is required'],
    ['last_name', 'Last Name is required'],
    ['email', 'Email is required'],
    ['phone', 'Contact is required'],
    ['role', 'Role is required'],
    ['country', 'Country is required'],
    ['province', 'Province is required'],
    ['city', 'City is required'],
  ])('USER-04 requires %s', (name, message) => {
    expect(messages('create', { [name]: '' }, PASSWORDS)).toEqual([message]);
    expect(messages('edit', { [name]: '' })).toEqual([message]);
  });

  it.each([
    ['705555010', ['Contact must have 10 digits']],
    ['70555501033', ['Contact must have 10 digits']],
    ['705-555-01033', ['Contact must have 10 digits']],
    ['416 555 0199', []],
    ['+1 (416) 555-0199', []],
    ['call me now', ['Contact must have 10 digits']],
    ['7055550199', []],
    [' 7055550199 ', []],
  ])('USER-08 accepts ten digits as a phone: %s', (phone, expected) => {
    expect(messages('create', { phone }, PASSWORDS)).toEqual(expected);
    expect(messages('edit', { phone })).toEqual(expected);
  });

  it.each<[FormMode, Record<string, string>, string[]]>([
    ['create', {}, ['Password is required', 'Verify Password is required']],
    ['create', { password: 'aaaaaaaaaaaa' }, ['Verify Password is required']],
    ['create', { password: 'aaaaaaaaaaaa', verify_password: 'b' }, ['Passwords do not match']],
    ['create', { password: 'aaaaaaaaaaaa', verify_password: 'aaaaaaaaaaaa' }, []],
    ['edit', {}, []],
    ['edit', { password: 'aaaaaaaaaaaa' }, ['Verify Password is required']],
    ['edit', { verify_password: 'aaaaaaaaaaaa' }, ['Passwords do not match']],
    ['edit', { password: 'aaaaaaaaaaaa', verify_password: 'b' }, ['Passwords do not match']],
    ['edit', { password: 'aaaaaaaaaaaa', verify_password: 'aaaaaaaaaaaa' }, []],
  ])('USER-04 USER-06 %s with passwords %j: %j', (mode, secrets, expected) => {
    expect(messages(mode, {}, secrets)).toEqual(expected);
  });

  it("USER-04 offers the service's roles, countries and companies", () => {
    const sources = userForm
      .fields(state('create'))
      .flatMap(({ name, options }) =>
        options && 'reference' in options ? [[name, options.reference]] : [],
      );
    expect(sources).toEqual([
      ['role', 'roles'],
      ['company', 'userCompanies'],
      ['country', 'countries'],
      ['province', 'provinces'],
      ['city', 'cities'],
    ]);
  });

  it('USER-05 provinces depend on the country, cities on both; changes clear dependent fields', () => {
    const before = state('edit').draft;
    const changed = (name: string, value: string) =>
      userForm.changed?.({ ...before, [name]: value }, name, before);
    expect(changed('country', 'US')).toMatchObject({ country: 'US', province: '', city: '' });
    expect(changed('province', 'QC')).toMatchObject({ country: 'CA', province: 'QC', city: '' });
    expect(changed('city', 'Barrie')).toMatchObject({ province: 'ON', city: 'Barrie' });
    expect(changed('country', 'CA')).toEqual(before);
  });

  it('USER-06 keeps passwords secret and shows none', () => {
    const secret = (mode: FormMode) =>
      userForm.fields(state(mode)).filter((field) => field.secret || field.input === 'password');
    expect(secret('create').map(({ name }) => name)).toEqual(['password', 'verify_password']);
    expect(secret('edit').every((field) => field.secret === true)).toBe(true);
    expect(secret('view')).toEqual([]);
    expect(state('edit').draft).not.toHaveProperty('password');
    expect(detail).not.toHaveProperty('password');
  });

  it('USER-06 sends the user, its 13 flags and a password; never the verified one', () => {
    const flags = Object.fromEntries(FLAGS.map((name) => [name, name === 'view_invoices']));
    const user = {
      first_name: 'Vera',
      last_name: 'Oduya',
      email: 'viewer@northhaul.test',
      phone: '7055550103',
      role: 'User',
      company: 'North Haul',
      country: 'CA',
      province: 'ON',
      city: 'Sudbury',
      ...flags,
    };
    expect(userForm.create?.body(state('create'), PASSWORDS)).toStrictEqual({
      ...user,
      password: 'Pa55-word-long',
    });
    expect(userForm.update?.body(state('edit'), {})).toStrictEqual(user);
    expect(
      userForm.update?.body(state('edit'), { password: '', verify_password: '' }),
    ).not.toHaveProperty('password');
  });

  it('USER-03 starts a new user with the role User and without flags', () => {
    expect(userForm.starts).toEqual({ role: 'User' });
    const draft = userForm.draft(undefined);
    expect(FLAGS.map((name) => draft[name])).toEqual(FLAGS.map(() => false));
  });

  it('TXN-11 has its four texts', () => {
    expect(userForm.texts).toEqual({
      created: 'User Created Successfully',
      updated: 'User Updated Successfully',
      createFailed: 'Error while Creating User',
      updateFailed: 'Error while updating User',
    });
  });
});

describe('wire', () => {
  it.each([
    [true, true],
    [1, true],
    ['true', true],
    ['Yes', true],
    [0, false],
    ['no', false],
    ['', false],
    [null, null],
  ])('ACC-06 reads a flag sent as %j', (sent, expected) => {
    expect(userSchema.parse({ manage_users: sent }).manage_users).toBe(expected);
  });

  it('ACC-06 accepts no other word as a flag', () => {
    expect(userSchema.safeParse({ manage_users: 'perhaps' }).success).toBe(false);
  });
});

describe('access', () => {
  it('ACC-06 has levels, roles, 13 flags and ten menus for reference', () => {
    expect(ACCESS_LEVELS.map(({ key, value }) => `${value} (${key})`)).toEqual([
      'Full Access (1)',
      'No Access (2)',
      'Access (3)',
    ]);
    expect(REFERENCE_ROLES.map(({ key, value }) => `${value} (${key})`)).toEqual([
      'Admin (1)',
      'User (2)',
    ]);
    expect(PERMISSION_FLAGS.map(([name]) => name)).toEqual(FLAGS);
    expect(USER_MENUS.map((menu) => menu.join(' '))).toEqual([
      'customerMenu Customer FCC',
      'markupMenu Markup FCCM',
      'userMenu Users FU',
      'managecardMenu Cards FCM',
      'reportingMenu Reporting FRPT',
      'transactionMenu Transactions FT',
      'dailyRatesMenu Daily Rates FDR',
      'invoiceMenu Invoices FI',
      'smartbuyMenu Smart Buy FSB',
      'truckcareMenu Truck Care FTC',
    ]);
  });

  it('USER-02 ACC-06 the grid has 13 flags and ten menus with four flags each, absent ones off', () => {
    const pairs = permissionPairs(detail);
    expect(pairs).toHaveLength(13 + 10 * 4);
    expect(pairs.filter(({ value }) => value).map(({ name }) => name)).toEqual([
      'view_invoices',
      'customerMenu.read',
    ]);
    expect(pairs.find(({ name }) => name === 'customerMenu.read')).toEqual({
      name: 'customerMenu.read',
      label: 'Customer: read',
      value: true,
      menu: 'Customer',
      right: 'read',
    });
  });

  it('ACC-06 the wizard edits only the flags; the record also shows the menus', () => {
    const names = userForm.fields(state('edit')).map(({ name }) => name);
    expect(names.some((name) => name.endsWith('Menu'))).toBe(false);
    const all = userForm.fields(state('edit')).filter(({ input }) => input === 'flag');
    expect(all.at(-1)).toMatchObject({ name: 'remove_every_right', label: 'Remove every right' });
    const flags = all.slice(0, -1);
    const about = Map.groupBy(flags, ({ groupTitle }) => groupTitle);
    expect([...about].map(([title, own]) => [title, own.length])).toEqual([
      ['Users', 2],
      ['Dashboard', 1],
      ['Fuel Cards', 2],
      ['Invoices', 1],
      ['Money Codes', 3],
      ['Transactions', 1],
      ['Reports', 2],
      ['Truck Care', 1],
    ]);
    const [menus] = users.record?.nested ?? [];
    const rows = menus?.rows(detail) as { menu: string; read: boolean; delete: boolean }[];
    expect(rows).toHaveLength(10);
    expect(menus?.definition.columns.map(({ field, label }) => `${label} = ${field}`)).toEqual([
      'Menu = menu',
      'Read = read',
      'Create = create',
      'Update = update',
      'Delete = delete',
    ]);
    expect(
      rows
        .slice(1)
        .flatMap((row) => Object.values(row))
        .filter(Boolean),
    ).toEqual([
      ...['Markup', 'Users', 'Cards', 'Reporting', 'Transactions'],
      ...['Daily Rates', 'Invoices', 'Smart Buy', 'Truck Care'],
    ]);
    expect(rows[0]).toEqual({
      menu: 'Customer',
      read: true,
      create: false,
      update: false,
      delete: false,
    });
  });
});
