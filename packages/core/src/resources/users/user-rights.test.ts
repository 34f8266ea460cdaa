import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Screen, toMenuAccess } from '../../permissions/index.ts';
import type { Draft, FormState } from '../../resource/form.types.ts';
import { PERMISSION_FLAGS, type PermissionFlag } from './access.ts';
import { permissionPairs } from './permission-pairs.ts';
import { screensOfUser } from './user-change.ts';
import {
  flagsIn,
  includedIn,
  rightsAfter,
  rightsChange,
  rightsFor,
  type Standing,
} from './user-rights.ts';
import { userForm } from './users.form.ts';
import { type User, userSchema } from './users.schema.ts';

/** Rights in short form: 'FCM crux'. */
const screens = (...short: string[]) =>
  short.map((one) => {
    const [code = '', letters = ''] = one.split(' ');
    const has = (letter: string) => letters.includes(letter);
    return {
      code,
      name: code,
      read: has('r'),
      create: has('c'),
      update: has('u'),
      delete: has('d'),
      download: has('x'),
    };
  });

const short = (list: readonly Screen[]): string[] =>
  list
    .map((one) => {
      const letters = { create: 'c', read: 'r', update: 'u', delete: 'd', download: 'x' } as const;
      const rights = Object.keys(letters) as (keyof typeof letters)[];
      const held = rights.filter((right) => one[right] === true).map((right) => letters[right]);
      return `${one.code} ${held.join('')}`;
    })
    .sort();

/** The clerk of the trials: reads everything, creates and updates cards and transactions. */
const CLERK = screens(
  'DB rx',
  'FCC rx',
  'FCCM rx',
  'FU rx',
  'FCM crux',
  'FRPT rx',
  'FT crux',
  'FDR rx',
  'FI rx',
  'FSB rx',
  'FTC rx',
);

const user = (rights: readonly Screen[], more: object = {}): User =>
  userSchema.parse({
    id: 2,
    first_name: 'Corwin',
    last_name: 'Lindqvist',
    email: 'clerk@forecourt.test',
    phone: '7055550101',
    role: 'User',
    company: '',
    country: 'CA',
    province: 'ON',
    city: 'Sudbury',
    rights,
    ...more,
  });

const editing = (detail: User, change: Draft): FormState<User> => ({
  mode: 'edit',
  detail,
  draft: { ...userForm.draft(detail), ...change },
});

/** What a review or a command prints of it. */
const effects = (state: FormState<User>) =>
  Object.fromEntries(
    (userForm.effects?.(state) ?? []).map(({ name, lines }) => [
      name,
      lines.map(({ label, values }) => `${label}: ${values.join(', ')}`),
    ]),
  );

const on = (...flags: PermissionFlag[]): Standing['flags'] =>
  Object.fromEntries(flags.map((name) => [name, true]));

describe('USER-07 stored rights are authoritative', () => {
  it('an added flag removes nothing from a clerk, and grants what it stands for', () => {
    const before = user(CLERK);
    expect(effects(editing(before, { manage_reports: true }))).toEqual({
      rights_gained: ['Reporting: create, update, delete'],
      rights_lost: [],
      rights_other: [
        'Dashboard: download',
        'Customer: read, download',
        'Markup: read, download',
        'Users: download',
        'Cards: create, update, download',
        'Transactions: create, update',
        'Daily Rates: read, download',
        'Smart Buy: read, download',
        'Truck Care: read, download',
      ],
    });
    const flags = flagsIn(CLERK);
    const standing = { role: 'User', ofCompany: false };
    const after = rightsAfter(
      CLERK,
      { ...standing, flags },
      { ...standing, flags: { ...flags, manage_reports: true } },
    );
    expect(short(after)).toEqual(
      short([...CLERK.filter(({ code }) => code !== 'FRPT'), ...screens('FRPT crudx')]),
    );
  });

  it('a flag includes another one, and none itself', () => {
    const included = (flags: Standing['flags'], role = 'User') =>
      includedIn('view_fuel_cards', { role, ofCompany: false, flags });
    expect(included({ view_fuel_cards: true })).toBeUndefined();
    expect(included({ view_fuel_cards: true, manage_fuel_cards: true })).toBe('Manage Fuel Cards');
    expect(included({}, 'Admin')).toBe('the role Admin');
  });

  it('a removed flag removes its rights, except those of a remaining flag', () => {
    const detail = user(screens('DB r', 'FCM crudx', 'FT rx'));
    expect(effects(editing(detail, { manage_fuel_cards: false }))).toEqual({
      rights_gained: [],
      rights_lost: ['Cards: create, update, delete, download'],
      rights_held: ['Dashboard: read', 'Cards: read', 'Transactions: read, download'],
    });
    expect(effects(editing(detail, { manage_fuel_cards: false, view_fuel_cards: false }))).toEqual({
      rights_gained: [],
      rights_lost: ['Cards: read, create, update, delete, download'],
      rights_held: ['Dashboard: read', 'Transactions: read, download'],
    });
    expect(effects(editing(detail, { view_transactions: false }))).toEqual({
      rights_gained: [],
      rights_lost: ['Transactions: read, download'],
      rights_held: ['Dashboard: read', 'Cards: read, create, update, delete, download'],
    });
  });

  it('unchanged flags change nothing, whatever the rights', () => {
    const grants = fc.uniqueArray(
      fc.tuple(
        fc.constantFrom('DB', 'FCC', 'FU', 'FCM', 'FRPT', 'FT', 'FI', 'FTC', 'FDR'),
        fc.constantFrom('', 'r', 'rx', 'cru', 'crud', 'crudx', 'x'),
      ),
      { selector: ([code]) => code },
    );
    fc.assert(
      fc.property(
        grants,
        fc.constantFrom('Admin', 'User'),
        fc.boolean(),
        (provided, role, company) => {
          const stored = screens(...provided.map((one) => one.join(' ')));
          const standing = { role, ofCompany: company, flags: flagsIn(stored) };
          expect(short(rightsAfter(stored, standing, standing))).toEqual(short(stored));
          const one = user(stored, { role, company: company ? 'North Haul' : '' });
          expect(effects(editing(one, {}))).toMatchObject({ rights_gained: [], rights_lost: [] });
        },
      ),
      { seed: 20_261_122 },
    );
  });

  it('reports rights that remain because another flag or the role includes them', () => {
    const detail = user(screens('FCM crudx'));
    expect(effects(editing(detail, { view_fuel_cards: false }))).toEqual({
      rights_gained: [],
      rights_lost: [],
      rights_kept: ['View Fuel Cards: part of Manage Fuel Cards'],
    });
    const admin = user(rightsFor({ role: 'Admin', ofCompany: false, flags: {} }), {
      role: 'Admin',
    });
    expect(effects(editing(admin, { manage_reports: false, view_reports: false }))).toEqual({
      rights_gained: [],
      rights_lost: [],
      rights_kept: [
        'Manage Reports: part of the role Admin',
        'View Reports: part of the role Admin',
      ],
    });
    // A flag without a screen grants nothing that could remain.
    const approving = user(CLERK, { approve_money_codes: true });
    expect(effects(editing(approving, { approve_money_codes: false }))).not.toHaveProperty(
      'rights_kept',
    );
  });

  it('reports them for a user without a role as well', () => {
    const detail = user(screens('FCM crudx'), { role: undefined });
    expect(effects(editing(detail, { view_fuel_cards: false }))).toEqual({
      rights_gained: [],
      rights_lost: [],
      rights_kept: ['View Fuel Cards: part of Manage Fuel Cards'],
    });
  });

  it('reads the rights of a service that sends menus only, and no menu without one', () => {
    const of = (menu: object) => short(screensOfUser(user([], { rights: undefined, ...menu })));
    expect(of({ invoiceMenu: { read: true } })).toEqual(['FI r']);
    expect(of({ invoiceMenu: { create: true } })).toEqual(['FI c']);
    expect(of({ invoiceMenu: { update: true } })).toEqual(['FI u']);
    expect(of({ invoiceMenu: { delete: true } })).toEqual(['FI d']);
    const none = { read: false, create: false, update: false, delete: false };
    expect(of({ invoiceMenu: none, customerMenu: {} })).toEqual([]);
    expect(of({ markupMenu: { read: true, delete: true }, invoiceMenu: none })).toEqual([
      'FCCM rd',
    ]);
  });

  it('a new user starts with the rights of role and flags', () => {
    const draft = { ...userForm.draft(undefined), role: 'User', view_invoices: true };
    expect(effects({ mode: 'create', detail: undefined, draft })).toEqual({
      rights_gained: ['Dashboard: read', 'Invoices: read, download'],
      rights_lost: [],
      records_seen: ['All companies: '],
    });
    const boss = { ...draft, role: 'Admin', company: 'North Haul', view_invoices: false };
    expect(effects({ mode: 'create', detail: undefined, draft: boss }).rights_gained).toEqual([
      'Dashboard: read',
      'Users: read, create, update, delete',
      'Cards: read, create, update, download',
      'Reporting: read, download',
      'Transactions: read, download',
      'Invoices: read, download',
      'Smart Buy: read',
      'Truck Care: read',
    ]);
    // A company's Admin doesn't name a company, because there is only one to choose.
    const access = toMenuAccess(screens('DB r', 'FU crud', 'FCM crux'));
    const own = {
      mode: 'create',
      detail: undefined,
      draft: { ...boss, company: '' },
      access,
      choices: () => [{ key: 'North Haul', value: 'North Haul' }],
    } as const;
    expect(effects(own)).toEqual(effects({ mode: 'create', detail: undefined, draft: boss }));
  });
});

describe('USER-07 USER-09 roles and companies', () => {
  const admin = user(rightsFor({ role: 'Admin', ofCompany: false, flags: {} }), {
    role: 'Admin',
    isUserEligibleForAccountSwitch: true,
  });

  it('an Admin who becomes a User keeps only the flags that are set again', () => {
    const state = editing(admin, {});
    const draft = { ...state.draft, role: 'User' };
    const changed = userForm.changed?.(draft, 'role', state.draft, admin) ?? {};
    expect(PERMISSION_FLAGS.filter(([name]) => changed[name] === true)).toEqual([]);
    const { rights_gained: gained, rights_lost: lost } = effects({ ...state, draft: changed });
    expect(gained).toEqual([]);
    expect(lost).toContain('Users: read, create, update, delete, download');
    expect(lost).toContain('Dashboard: create, update, delete, download');
    expect(lost).toContain('Switch Profile: use');
    const kept = effects({ ...state, draft: { ...changed, view_users: true } });
    expect(kept.rights_lost).toContain('Users: create, update, delete, download');
    // Changing the role back restores everything.
    const back = userForm.changed?.({ ...changed, role: 'Admin' }, 'role', changed, admin) ?? {};
    expect(back).toEqual(state.draft);
    expect(effects({ ...state, draft: back })).toEqual({ rights_gained: [], rights_lost: [] });
  });

  it('a User who becomes an Admin keeps the flags, and so does one of whom anything else changes', () => {
    const detail = user(screens('FI rx'));
    const before = userForm.draft(detail);
    const change = (name: string, value: string | boolean) => {
      const draft = { ...before, [name]: value };
      return userForm.changed?.(draft, name, before, detail) ?? draft;
    };
    const flags = (draft: Draft) =>
      PERMISSION_FLAGS.map(([name]) => name).filter((name) => draft[name]);
    expect(flags(before)).toEqual(['view_invoices']);
    for (const [name, value] of [
      ['role', 'Admin'],
      ['company', 'North Haul'],
      ['company', '  '],
      ['first_name', 'Ada'],
      ['remove_every_right', false],
    ] as const) {
      expect(flags(change(name, value)), name).toEqual(['view_invoices']);
    }
    expect(flags(change('manage_reports', true))).toEqual(['view_invoices', 'manage_reports']);
    expect(flags(change('remove_every_right', true))).toEqual([]);
  });

  it('an Admin who moves to a company loses the flags of the role', () => {
    const before = userForm.draft(admin);
    expect(before.view_fuel_cards).toBe(true);
    const draft = { ...before, company: 'North Haul' };
    const moved = userForm.changed?.(draft, 'company', before, admin) ?? {};
    expect(PERMISSION_FLAGS.filter(([name]) => moved[name] === true)).toEqual([]);
    expect(moved).toMatchObject({ role: 'Admin', company: 'North Haul' });
  });

  it('between staff and a company rights follow from role and flags alone', () => {
    const state = editing(user(CLERK), { company: 'North Haul' });
    const rights = rightsChange(
      CLERK,
      rightsAfter(
        CLERK,
        { role: 'User', ofCompany: false, flags: flagsIn(CLERK) },
        { role: 'User', ofCompany: true, flags: flagsIn(CLERK) },
      ),
    );
    expect(rights.gained).toEqual([]);
    expect(effects(state).rights_lost).toEqual([
      'Dashboard: download',
      'Customer: read, download',
      'Markup: read, download',
      'Users: download',
      'Cards: create, update, download',
      'Reporting: download',
      'Transactions: create, update',
      'Daily Rates: read, download',
      'Smart Buy: read, download',
      'Truck Care: read, download',
    ]);
  });

  it('between two companies they stay', () => {
    const detail = user(screens('DB r', 'FCM cru'), { company: 'North Haul' });
    expect(effects(editing(detail, { company: 'Beaver' }))).toEqual({
      rights_gained: [],
      rights_lost: [],
      rights_other: ['Cards: create, update'],
      records_seen: ['Beaver: '],
    });
  });
});

describe('USER-04 USER-07 whose records the rights cover is said', () => {
  const unchosen = (state: FormState<User>) =>
    userForm.fields(state).find(({ name }) => name === 'company')?.unchosen;
  const sentence = (state: FormState<User>) =>
    userForm.effects?.(state).find(({ name }) => name === 'records_seen')?.sentence;
  const adding = (draft: Draft): FormState<User> => ({
    mode: 'create',
    detail: undefined,
    draft: { ...userForm.draft(undefined), role: 'User', ...draft },
  });

  it('of a new account, by its company or without one', () => {
    const choices = () => ['North Haul', 'Beaver'].map((value) => ({ key: value, value }));
    expect(unchosen({ ...adding({}), choices })).toBe(
      'None: staff of the provider, sees all companies',
    );
    expect(sentence(adding({}))).toBe('Sees the records of all companies.');
    expect(sentence(adding({ company: 'Osterfell Cartage Co.' }))).toBe(
      'Sees the records of Osterfell Cartage Co. only.',
    );
  });

  it('of an account that a company’s own user adds: that company', () => {
    const own = {
      ...adding({}),
      access: toMenuAccess(screens('DB r', 'FU crud')),
      choices: () => [{ key: 'North Haul', value: 'North Haul' }],
    } as const;
    expect(unchosen(own)).toBe('None: staff of the provider, or of your company like you');
    expect(sentence(own)).toBe('Sees the records of North Haul only.');
  });

  it('of an account whose company changes, and of no other', () => {
    const detail = user(screens('DB r'), { company: 'North Haul' });
    expect(sentence(editing(detail, { company: '' }))).toBe('Sees the records of all companies.');
    expect(sentence(editing(detail, { phone: '7055550104' }))).toBeUndefined();
  });
});

describe('USER-07 the Permission dialog never contradicts itself', () => {
  const shownOf = (detail: User) =>
    Object.fromEntries(permissionPairs(detail).map(({ name, value }) => [name, value]));

  it('shows flags as the stored rights are, not as they were sent', () => {
    const viewer = user(screens('DB r', 'FCM r', 'FT r', 'FI rx'), {
      view_transactions: false,
      manage_users: true,
    });
    expect(shownOf(viewer)).toMatchObject({
      view_transactions: true,
      view_fuel_cards: true,
      view_invoices: true,
      manage_users: false,
      manage_fuel_cards: false,
      manage_dashboard: false,
    });
  });

  it('derives them from the ten menus if a service sends no more, and keeps flags without a screen', () => {
    const detail = userSchema.parse({
      id: 1,
      transactionMenu: { read: true, create: false, update: false, delete: false },
      managecardMenu: { read: true, create: true, update: true, delete: true },
      view_transactions: false,
      manage_fuel_cards: false,
      manage_dashboard: true,
      approve_money_codes: true,
    });
    expect(shownOf(detail)).toMatchObject({
      view_transactions: true,
      manage_fuel_cards: true,
      view_fuel_cards: true,
      manage_dashboard: true,
      approve_money_codes: true,
      view_money_codes: false,
    });
  });
});

it("USER-07 a flag grants what the specification's table lists", () => {
  const granted = PERMISSION_FLAGS.map(([name]) => [
    name,
    short(rightsFor({ role: '', ofCompany: false, flags: on(name) })).join(),
  ]);
  expect(Object.fromEntries(granted)).toEqual({
    manage_users: 'FU crud',
    manage_dashboard: 'DB crudx',
    view_users: 'FU r',
    manage_fuel_cards: 'FCM crudx',
    view_fuel_cards: 'FCM r',
    view_invoices: 'FI rx',
    manage_money_codes: '',
    view_money_codes: '',
    approve_money_codes: '',
    view_transactions: 'FT rx',
    manage_reports: 'FRPT crudx',
    view_reports: 'FRPT r',
    manage_truckcare: 'FTC crudx',
  });
});

describe('USER-07 what a user still holds', () => {
  const NO_FLAGS = Object.fromEntries(PERMISSION_FLAGS.map(([flag]) => [flag, false]));
  const LEFT = [
    'Dashboard: read, download',
    'Customer: read, download',
    'Markup: read, download',
    'Users: download',
    'Cards: create, update, download',
    'Reporting: download',
    'Transactions: create, update',
    'Daily Rates: read, download',
    'Smart Buy: read, download',
    'Truck Care: read, download',
  ];
  const names: Readonly<Record<string, string>> = {
    ...{
      DB: 'Dashboard',
      FCC: 'Customer',
      FCCM: 'Markup',
      FU: 'Users',
      FCM: 'Cards',
      FI: 'Invoices',
    },
    ...{
      FRPT: 'Reporting',
      FT: 'Transactions',
      FDR: 'Daily Rates',
      FSB: 'Smart Buy',
      FTC: 'Truck Care',
    },
  };
  const clerk = user(CLERK.map((screen) => ({ ...screen, name: names[screen.code] ?? '' })));

  it('is listed when flags are taken and other rights remain', () => {
    const shown = effects(editing(clerk, NO_FLAGS));
    expect(shown.rights_held).toEqual(LEFT);
  });

  it('is listed when no flag is on any more, and not when nothing was taken', () => {
    const left = user(screens('DB r', 'FCM cu'));
    expect(effects(editing(left, {})).rights_held).toHaveLength(2);
    expect(effects(editing(clerk, { phone: '7055550102' }))).not.toHaveProperty('rights_held');
    expect(effects(editing(user(screens('DB r')), {}))).not.toHaveProperty('rights_held');
  });

  it('names the rights that no permission of the form stands for, which saving keeps', () => {
    const given = user([
      ...screens('DB r', 'FT cu', 'FCM ru').map((screen) => ({
        ...screen,
        name: names[screen.code] ?? '',
      })),
    ]);
    const keeping = effects(editing(given, { phone: '7055550102' }));
    expect(keeping.rights_other).toEqual(['Cards: update', 'Transactions: create, update']);
    expect(keeping.rights_lost).toEqual([]);
    const losing = effects(editing(given, { view_fuel_cards: false }));
    // They are among what the user still holds, so they are named once.
    expect(losing).not.toHaveProperty('rights_other');
    expect(losing.rights_held).toEqual(expect.arrayContaining(keeping.rights_other ?? []));
    const removed = effects(editing(given, { remove_every_right: true }));
    expect(removed).not.toHaveProperty('rights_other');
    expect(effects(editing(user(screens('DB r', 'FCM r')), {}))).not.toHaveProperty('rights_other');
  });

  it('is nothing once every right is removed', () => {
    const before = userForm.draft(clerk);
    const ticked = { ...before, remove_every_right: true };
    const draft = userForm.changed?.(ticked, 'remove_every_right', before, clerk) ?? ticked;
    const state: FormState<User> = { mode: 'edit', detail: clerk, draft };
    expect(draft).toMatchObject({
      view_users: false,
      view_fuel_cards: false,
      view_invoices: false,
    });
    const shown = effects(state);
    expect(shown.rights_lost).toHaveLength(11);
    expect(shown).not.toHaveProperty('rights_held');
    expect(userForm.update?.body(state, {})).toMatchObject({ remove_every_right: true });
    expect(userForm.update?.body(editing(clerk, {}), {})).not.toHaveProperty('remove_every_right');
    const flag = userForm.fields(state).find(({ name }) => name === 'view_users');
    expect(flag?.locked).toBe('Every right is removed.');
  });

  it('is not taken from an Admin, who has every right by the role', () => {
    const admin = user(CLERK, { role: 'Admin' });
    expect(userForm.check?.(editing(admin, { remove_every_right: true }), {})).toMatchObject({
      remove_every_right: [{ message: 'An Admin has every right. Choose the role User first.' }],
    });
  });
});
