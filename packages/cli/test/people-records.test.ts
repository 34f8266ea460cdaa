import { describe, expect, it } from 'vitest';
import { openFixture } from './fixture.ts';
import { fixtureForAll } from './fixture-hooks.ts';

type Row = Readonly<Record<string, unknown>>;

const { fixture, service } = fixtureForAll();

const PASSWORD = 'Planted-pass-77!';
const SECRET = ['--password-stdin'];
const json = async (...argv: string[]) => (await fixture.json(argv)).document as Row;

const USER = [
  ...['--city', 'Sudbury', '--province', 'ontario', '--country', 'CANADA'],
  ...['--first-name', 'Ada', '--last-name', 'Okoye', '--phone', '7055550103', '--role', 'user'],
];
const createUser = (email: string, ...argv: string[]) =>
  fixture.json(['users', 'create', ...USER, '--email', email, ...SECRET, ...argv], {
    stdin: `${PASSWORD}\n`,
  });

describe('a user', () => {
  it('USER-03 USER-04 USER-05 USER-06 is created with flags, signs in, is updated and deleted', async () => {
    const made = await createUser('ada@x.test', '--permissions', 'view_fuel_cards,view invoices');
    expect([made.code, made.stderr]).toEqual([0, '']);
    const user = made.document as Row;
    expect(user).toMatchObject({
      country: 'CA',
      province: 'ON',
      city: 'Sudbury',
      view_fuel_cards: true,
      view_invoices: true,
      manage_users: false,
    });
    expect(JSON.stringify(made)).not.toContain(PASSWORD);
    const own = openFixture(service.url);
    const signIn = ['login', '--email', 'ada@x.test', ...SECRET];
    expect((await own.run(signIn, { stdin: PASSWORD })).code).toBe(0);
    own.leave();

    const id = String(user.id);
    const changed = await json('users', 'update', id, '--city', 'Barrie', '--permissions', 'none');
    expect(changed).toMatchObject({ city: 'Barrie', view_fuel_cards: false, view_invoices: false });
    expect(await json('users', 'get', id)).toMatchObject({ city: 'Barrie', view_invoices: false });
    expect((await fixture.run(['users', 'delete', id, '--yes'])).code).toBe(0);
    expect((await fixture.run(['users', 'get', id])).code).toBe(2);
  });

  it('USER-06 keeps the password if none is passed, and changes it otherwise', async () => {
    const { document } = await createUser('eve@x.test');
    const { id } = document as Row;
    await fixture.run(['users', 'update', String(id), '--first-name', 'Eve']);
    const signIn = (stdin: string) =>
      openFixture(service.url).run(['login', '--email', 'eve@x.test', ...SECRET], { stdin });
    expect((await signIn(PASSWORD)).code).toBe(0);
    const other = 'Other-pass-78!';
    await fixture.run(['users', 'update', String(id), ...SECRET], { stdin: other });
    expect([(await signIn(PASSWORD)).code, (await signIn(other)).code]).toEqual([3, 0]);
  });

  it.each([
    [['--country', 'United States'], 2, /Province is missing: give --province/],
    [['--province', 'Atlantis'], 2, /no choice 'Atlantis'/],
    [['--permissions', 'fly'], 2, /no 'fly'[\s\S]*manage_users/],
    [['--set', 'password=x'], 2, /is a secret: use --password-stdin/],
    [['--password', 'x'], 2, /unknown option '--password'/],
    [['--email', 'nonsense'], 2, /Invalid email address/],
  ])('USER-04 USER-05 refuses %j', async (argv, exit, reported) => {
    const { code, stderr } = await fixture.run(['users', 'update', '3', ...argv]);
    expect([code, stderr]).toEqual([exit, expect.stringMatching(reported)]);
  });

  it("USER-04 asks for the password by its option's name if there is none", async () => {
    const argv = ['users', 'create', ...USER, '--email', 'new@x.test'];
    const { code, stderr } = await fixture.run(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining('give --password-stdin')]);
  });

  it('USER-08 refuses your own password at its option, and says where to change it', async () => {
    const me = (await json('users', 'list', '--filter', 'email:admin@forecourt.test')) as {
      items: Row[];
    };
    const id = String(me.items[0]?.id);
    const stdin = 'Fresh-enough-77\n';
    const { code, stderr, stdout } = await fixture.run(
      ['users', 'update', id, '--password-stdin'],
      {
        stdin,
      },
    );
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toMatch(
      /^forecourt: Error while updating User\nChange your own password in your profile\. \(--password-stdin\)\n/,
    );
    const { document } = await fixture.json(['users', 'update', id, '--password-stdin'], { stdin });
    expect(document).toMatchObject({
      error: { issues: [{ column: 'password', flag: '--password-stdin', value: null }] },
    });
  });

  it('USER-07 shows which rights a user gains and loses, by screen; as data with --json', async () => {
    const made = await createUser('kim@x.test', '--permissions', 'view_fuel_cards');
    expect((made.document as Row).effects).toEqual({
      rights_gained: [
        { key: 'DB', label: 'Dashboard', values: ['read'] },
        { key: 'FCM', label: 'Cards', values: ['read'] },
      ],
      rights_lost: [],
      records_seen: [{ key: 'all', label: 'All companies', values: [] }],
    });
    const id = String((made.document as Row).id);
    const flags = ['--permissions', 'manage_fuel_cards,view_fuel_cards,view_reports'];
    const { stdout } = await fixture.run(['users', 'update', id, ...flags]);
    expect(stdout).toBe(
      `User Updated Successfully (user ${id})\nRights gained: Cards (create, update, delete, download), Reporting (read)\n`,
    );
    const less = await json('users', 'update', id, '--permissions', 'view_fuel_cards');
    expect(less.effects).toEqual({
      rights_gained: [],
      rights_lost: [
        { key: 'FCM', label: 'Cards', values: ['create', 'update', 'delete', 'download'] },
        { key: 'FRPT', label: 'Reporting', values: ['read'] },
      ],
      rights_held: [
        { key: 'DB', label: 'Dashboard', values: ['read'] },
        { key: 'FCM', label: 'Cards', values: ['read'] },
      ],
    });
    const moved = await fixture.run([
      'users',
      'update',
      id,
      '--company',
      'North Haul Carriers Ltd.',
    ]);
    expect(moved.stdout).toContain('\nSees the records of North Haul Carriers Ltd. only.\n');
    const staff = await fixture.run(['users', 'update', id, '--company', '']);
    expect(staff.stdout).toContain('\nSees the records of all companies.\n');
    const phone = await fixture.run(['users', 'update', id, '--phone', '7055550104']);
    expect(phone.stdout).toBe(`User Updated Successfully (user ${id})\n`);
    const role = await fixture.run(['users', 'update', id, '--role', 'Admin']);
    expect(role.stdout).toMatch(
      /Rights gained: [\s\S]*Users \(read, create, update, delete, download\)/,
    );
    const back = await fixture.run(['users', 'update', id, '--role', 'User']);
    expect(back.stdout).toMatch(/Rights lost: [\s\S]*Switch Profile \(use\)/);
    const { permissions } = (await json('users', 'permissions', id)) as {
      permissions: { name: string; value: boolean }[];
    };
    expect(permissions.filter(({ value }) => value)).toEqual([]);
  });

  it('USER-07 says what a user still holds without any flag, and takes it all', async () => {
    // The seed's clerk.
    const id = '2';
    expect(await json('users', 'get', id)).toMatchObject({ email: 'clerk@forecourt.test' });
    const held =
      'Still holds: Dashboard (read, download), Customer (read, download), Markup (read, download)';
    const none = await fixture.run(['users', 'update', id, '--permissions', 'none']);
    expect([none.code, none.stdout.split('\n')[2]?.slice(0, held.length)]).toEqual([0, held]);
    expect(none.stdout).toContain('Cards (create, update, download)');
    const again = await fixture.run(['users', 'update', id, '--permissions', 'none']);
    expect(again.stdout).toContain('Still holds: ');
    const all = await fixture.run(['users', 'update', id, '--remove-every-right']);
    expect([all.code, all.stdout]).toEqual([0, expect.not.stringContaining('Still holds')]);
    expect(all.stdout).toContain('Cards (create, update, download)');
    expect(await json('users', 'get', id)).toMatchObject({ rights: [] });
    const help = await fixture.run(['users', 'update', '--help']);
    expect(help.stdout).toMatch(/--remove-every-right +Remove every right/);
    const admin = await createUser('boss@x.test', '--role', 'Admin');
    const boss = String((admin.document as Row).id);
    const refused = await fixture.run(['users', 'update', boss, '--remove-every-right']);
    expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([
      5,
      'forecourt: An Admin has every right. Choose the role User first.',
    ]);
  });

  it('USER-07 changes nothing for the same permissions, and says what stays on', async () => {
    const flags = ['--permissions', 'manage_users'];
    const made = await createUser('lou@x.test', ...flags);
    const id = String((made.document as Row).id);
    const again = await fixture.run(['users', 'update', id, ...flags]);
    expect([again.code, again.stdout]).toEqual([
      0,
      `User Updated Successfully (user ${id})\nStays on: View Users (part of Manage Users)\n`,
    ]);
    expect(await json('users', 'get', id)).toMatchObject({ manage_users: true, view_users: true });
  });

  it('USER-02 ACC-06 shows the company and the grid of permissions', async () => {
    const grid = (await json('users', 'permissions', '3')) as {
      company: string;
      permissions: { name: string; value: boolean }[];
    };
    expect(grid.company).toBe('North Haul Carriers Ltd.');
    expect(grid.permissions).toHaveLength(53);
    const on = grid.permissions.filter(({ value }) => value).map(({ name }) => name);
    expect(on).toEqual(expect.arrayContaining(['view_fuel_cards', 'managecardMenu.read']));
    const { stdout } = await fixture.run(['users', 'permissions', '3']);
    expect(stdout).toMatch(/Company\tNorth Haul[\s\S]*View Fuel Cards\tyes/);
  });
});

describe('a company', () => {
  const COMPANY = [
    ...['--city', 'Sudbury', '--state', 'Ontario', '--country', 'Canada', '--zip-code', 'P3A 1A1'],
    ...['--first-name', 'Ada', '--last-name', 'Okoye'],
    ...['--street-address1', '1 Main Street'],
  ];
  const create = (...argv: string[]) =>
    fixture.json(['companies', 'create', ...COMPANY, ...argv, ...SECRET], { stdin: PASSWORD });

  it('COMP-02 COMP-03 is registered with plain address fields, and its contact signs in', async () => {
    const { code, document } = await create(
      ...['--email', 'boss@lostlake.test', '--company-name', 'Lost Lake Haulage'],
    );
    expect(code).toBe(0);
    expect(document).toMatchObject({
      name: 'Lost Lake Haulage',
      country: 'CA',
      state: 'ON',
      city: 'Sudbury',
    });
    const { items } = await json('companies', 'list', '--filter', 'name:Lost Lake Haulage');
    expect(items).toHaveLength(1);
  });

  it('COMP-02 refuses a contact number without ten digits, with 5 and the option', async () => {
    const { code, document } = await create(
      ...['--email', 'b@x.test', '--company-name', 'B', '--contact-number', '123'],
    );
    expect(code).toBe(5);
    expect(document).toMatchObject({
      error: {
        message: 'Invalid contact number',
        issues: [{ column: 'contactNumber', flag: '--contact-number', value: '123' }],
      },
    });
  });

  it('COMP-02 prints its text', async () => {
    const own = ['--email', 'c@x.test', '--company-name', 'Lost River Haulage'];
    const argv = ['companies', 'create', ...COMPANY, ...own, ...SECRET];
    const { stdout } = await fixture.run(argv, { stdin: PASSWORD });
    expect(stdout).toMatch(/^Customer Company Created Successfully \(company \d+\)\n$/);
  });
});

describe('a customer', () => {
  it('CUST-02 is changed by its own field names, and only where allowed', async () => {
    const update = (...argv: string[]) => fixture.run(['customers', 'update', '2', ...argv]);
    const argv = ['--currency', 'usd', '--tax-number', 'T-118', '--website', 'https://haul.test'];
    expect((await update(...argv)).stdout).toBe('Customer Updated Successfully (customer 2)\n');
    expect(await json('customers', 'get', '2')).toMatchObject({
      tax_no: 'T-118',
      site_url: 'https://haul.test',
    });
    const locked = await update('--order-cnt', '7');
    expect([locked.code, locked.stderr]).toEqual([2, expect.stringContaining("can't be set")]);
    const empty = await update('--name', '');
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('Name is required')]);
  });
});
