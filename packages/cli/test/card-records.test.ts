import { existsSync, writeFileSync } from 'node:fs';
import { cards } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { openFixture, textOf, withFaults } from './fixture.ts';
import { fixtureForAll } from './fixture-hooks.ts';

type Card = Readonly<Record<string, unknown>>;

const { fixture, service } = fixtureForAll();

const OPEN_FIELDS = (
  cards.form?.fields({ mode: 'create', draft: {}, detail: undefined }) ?? []
).map(({ name }) => name);

const get = async (id: string) => (await fixture.json(['cards', 'get', id])).document as Card;

/** All values of a new card for an upload, copied from an existing one. */
async function newCard(number: string): Promise<Card> {
  const like = { ...(await get('2')), card_number: number, card_status: 'ACTIVE' } as Card;
  return Object.fromEntries(OPEN_FIELDS.map((name) => [name, like[name]]));
}

const create = (card: Card, ...argv: string[]) =>
  fixture.json(['cards', 'create', '--data', '-', ...argv], { stdin: JSON.stringify(card) });

const update = (id: string, ...argv: string[]) => fixture.run(['cards', 'update', id, ...argv]);

describe('a card', () => {
  it('CARD-14 CARD-10 CARD-11 is created from a document, shown, updated by options and deleted', async () => {
    const made = await create(await newCard('7076850000991042'), '--driver-name', 'Ada Okoye');
    expect([made.code, made.stderr]).toEqual([0, '']);
    const card = made.document as Card;
    expect(card).toMatchObject({ card_number: '7076850000991042', driver_name: 'Ada Okoye' });
    const id = String(card.id);
    expect(await get(id)).toEqual(card);

    const days = ['--cash-refresh-days', 'Friday,monday', '--card-status', 'hold'];
    expect(await update(id, ...days)).toEqual({
      code: 0,
      stdout: `ManageCard Updated Successfully (card ${id})\n`,
      stderr: '',
    });
    const changed = await get(id);
    expect(changed).toMatchObject({
      card_status: 'HOLD',
      driver_name: 'Ada Okoye',
      cash_refresh_days: { monday: true, friday: true, tuesday: false },
    });
    await update(id, '--cash-refresh-days', 'na');
    expect((await get(id)).cash_refresh_days).toMatchObject({ na: true, monday: false });

    const gone = await fixture.json(['cards', 'delete', id, '--yes']);
    expect(gone.document).toEqual({
      ok: true,
      operation: 'cards.delete',
      message: 'Operation completed Successfully!',
      id,
      kept: { transactions: 0 },
    });
    expect((await fixture.run(['cards', 'get', id])).code).toBe(2);
  });

  it('CARD-09 begins with nothing on it, and has values of known sets and a known company', async () => {
    const whole = await newCard('7076850000991077');
    const left = `card_status usage_above_volume_limits refreshing_cash_balance debit_dollar_balance
      increment_dash_cash_amount paycheck_balance dash_cash_balance dash_cash_memo
      weekly_fuel_quantity_balance`.split(/\s+/);
    const typed = Object.fromEntries(
      Object.entries(whole).filter(([name]) => !left.includes(name)),
    );
    for (const [name, value] of [
      ['card_type', 'Gold'],
      ['plastic_type', 'Wood'],
      ['company_name', 'Nobody Ltd.'],
    ] as const) {
      const wrong = await create({ ...typed, [name]: value });
      expect([wrong.code, wrong.stderr]).toEqual([
        2,
        expect.stringContaining(`no choice '${value}'`),
      ]);
    }
    const made = await create(typed);
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(made.document).toMatchObject({
      ...{ card_status: 'ACTIVE', usage_above_volume_limits: 'No', dash_cash_memo: 'None' },
      ...{ paycheck_balance: '0', weekly_fuel_quantity_balance: '0' },
    });
    const { stdout } = await fixture.run(['cards', 'create', '--help']);
    expect(stdout).toMatch(/--dash-cash-memo <text> +Dash Cash Memo \(default: None\)/);
    expect(stdout).toMatch(/Card Type: one that the\s+service\s+lists\s+\(required\)/);
  });

  it('CARD-09 has the types that its service lists, or any text where it lists none', async () => {
    const card = await newCard('7076850000991088');
    const answers = (fault: { kind: 'body'; value: string } | { kind: 'status'; value: number }) =>
      [{ match: 'GET /api/v1/types', ...fault }] as const;
    const gold = JSON.stringify({ content: [{ key: 'Gold', value: 'Gold Card' }] });
    const all = ['card', 'plastic', 'cash-advance'].flatMap((of) => [`--${of}-type`, 'gold card']);
    const argv = [...all, '--usage-above-volume-limits', 'Gold'];
    const made = ['cards', 'create', '--data', '-', ...argv];
    await withFaults(answers({ kind: 'body', value: gold }), async (own) => {
      const other = await own.json([...made, '--card-type', 'Diesel only'], {
        stdin: JSON.stringify(card),
      });
      expect([other.code, other.stderr]).toEqual([
        2,
        expect.stringContaining("Card Type has no choice 'Diesel only'. (--card-type)"),
      ]);
      expect(other.stderr).toContain('One of: Gold (Gold Card).');
      const offered = await own.run([
        'completion',
        'values',
        '--',
        'cards',
        'create',
        '--card-type',
        '',
      ]);
      expect(offered.stdout).toContain('Gold Card');
      // It went out: the service of this test has types of its own.
      const sent = await own.json(made, { stdin: JSON.stringify(card) });
      expect([sent.code, sent.document]).toMatchObject([5, { error: { status: 422 } }]);
    });
    await withFaults(answers({ kind: 'status', value: 404 }), async (own) => {
      const sent = await own.json([...made, '--card-type', 'Anything'], {
        stdin: JSON.stringify(card),
      });
      expect([sent.code, sent.document]).toMatchObject([5, { error: { status: 422 } }]);
      const known = await own.json(['cards', 'create', '--data', '-'], {
        stdin: JSON.stringify(card),
      });
      expect(known.document).toMatchObject({ card_type: card.card_type });
    });
  });

  it('FORM-04 prints the text of its creation and the id', async () => {
    const card = await newCard('7076850000991043');
    const path = fixture.path('card.json');
    writeFileSync(path, JSON.stringify(card));
    const { stdout } = await fixture.run(['cards', 'create', '--data', path]);
    expect(stdout).toMatch(/^ManageCard Created Successfully \(card \d+\)\n$/);
  });

  it('takes an option over --set, and --set over --data', async () => {
    const argv = ['--set', 'driver_name=Set', '--set', 'driver_id=Set', '--driver-name', 'Option'];
    const { document } = await create(
      { ...(await newCard('7076850000991044')), driver_name: 'Data', other_id: 'Data' },
      ...argv,
    );
    expect(document).toMatchObject({ driver_name: 'Option', driver_id: 'Set', other_id: 'Data' });
  });

  it('FORM-06 names field and option if the service refuses it, and exits with 5', async () => {
    const card = await newCard('7076850000991042');
    await create(card);
    const { code, document, stdout } = await create(card, '--card-number', '7076850000991042');
    expect([code, stdout]).toEqual([5, '']);
    expect(document).toMatchObject({
      operation: 'cards.create',
      error: {
        message: 'Error while Creating ManageCard',
        status: 422,
        issues: [{ column: 'card_number', flag: '--card-number', rule: 'refused_by_service' }],
      },
    });
  });

  it('INV-06 sends nothing if nothing changes, and says so', async () => {
    const before = await get('3');
    const same = await update('3', '--driver-name', String(before.driver_name));
    expect(same).toEqual({ code: 0, stdout: 'Nothing was changed. (card 3)\n', stderr: '' });
    const nothing = await update('3');
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('--help')]);
  });
});

describe('the client-side checks of a card', () => {
  it.each([
    [['--card-number', '7'], /Card Number can't be set: It is shown here .*--card-number/],
    [['--company-name', 'Else'], /Company can't be set/],
    [['--cash-refresh-days', 'monday,na'], /N\/A can not be combined with days/],
    [['--cash-refresh-days', 'funday'], /no 'funday'[\s\S]*Monday/],
    [['--card-status', 'gone'], /no choice 'gone'[\s\S]*RELEASE \(ACTIVE\), HOLD/],
    [['--odometer', 'far'], /Odometer must be a whole number \(--odometer\)/],
    [['--daily-card-limit', '-1'], /Daily Card Limit must be 0 or more/],
    [['--set', 'nonsense=1'], /no field 'nonsense'[\s\S]*driver_name/],
    [['--set', 'driver_name'], /not 'field=value'/],
    [['--nonsense', '1'], /unknown option '--nonsense'/],
    [['--data', 'no-such-file.json'], /no-such-file/],
  ])('CARD-09 CARD-10 %j', async (argv, reported) => {
    const before = await get('4');
    const { code, stdout, stderr } = await update('4', ...argv);
    expect(stdout).toBe('');
    expect([2, 5]).toContain(code);
    expect(stderr).toMatch(reported);
    expect(await get('4')).toEqual(before);
  });

  it.each([
    ['[1]', /not an object/],
    ['{"driver_name": ', /not JSON/],
    ['{"driver_name": {"a": 1}}', /no field 'driver_name.a'|one value/],
    ['{"id": "4"}', /no field 'id'/],
  ])('a document that is none: %s', async (stdin, reported) => {
    const { code, stderr } = await fixture.run(['cards', 'update', '4', '--data', '-'], { stdin });
    expect([code, stderr]).toEqual([2, expect.stringMatching(reported)]);
  });

  it('PAY-04 keep the digits of a document', async () => {
    const stdin = '{"daily_card_limit": 1234567890.10}';
    await fixture.run(['cards', 'update', '4', '--data', '-'], { stdin });
    expect((await get('4')).daily_card_limit).toBe('1234567890.1');
  });

  it('CARD-10 take a document with a byte order mark, from a file or from standard input', async () => {
    const path = fixture.path('marked.json');
    writeFileSync(path, '\uFEFF{"driver_name": "Bo Li"}');
    expect(await update('4', '--data', path)).toMatchObject({ code: 0, stderr: '' });
    expect((await get('4')).driver_name).toBe('Bo Li');
    const stdin = '\uFEFF{"driver_name": "Ada Okoye"}';
    const piped = await fixture.run(['cards', 'update', '4', '--data', '-'], { stdin });
    expect(piped).toMatchObject({ code: 0, stderr: '' });
    expect((await get('4')).driver_name).toBe('Ada Okoye');
  });

  it('LIST-04 refuse to delete without --yes if nobody can be prompted', async () => {
    const { code, stderr } = await fixture.run(['cards', 'delete', '4']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /Record will be deleted forever. Do you wish to continue\? Its 5 purchases stay in the list\. To only refuse further purchases, put the card on hold instead\..*--yes/,
    );
    expect((await get('4')).id).toBe('4');
  });
});

describe('rights', () => {
  it.each([
    ['clerk@forecourt.test', ['cards', 'delete', '5', '--yes'], 'delete on screen FCM'],
    ['viewer@northhaul.test', ['cards', 'update', '5', '--uom', 'L'], 'update on screen FCM'],
    ['viewer@northhaul.test', ['cards', 'create'], 'create on screen FCM'],
    ['viewer@northhaul.test', ['cards', 'assign', '--ids', '5'], 'create on screen FCM'],
    ['viewer@northhaul.test', ['users', 'delete', '1', '--yes'], 'delete on screen FU'],
    ['nobody@forecourt.test', ['users', 'permissions', '1'], 'read on screen FU'],
    ['nobody@forecourt.test', ['reports', 'generate'], 'read on screen FRPT'],
    ['nobody@forecourt.test', ['invoices', 'email', '1'], 'read on screen FI'],
    ['clerk@forecourt.test', ['payments', 'create', '--invoice', '1'], 'update on screen FI'],
  ])('ACC-04 ACC-05 %s: %j ends with 4 and the right that is missing', async (who, argv, right) => {
    const office = openFixture(service.url);
    await office.signIn(who);
    const { code, document } = await office.json(argv);
    expect(code).toBe(4);
    expect(document).toMatchObject({
      error: { code: 'missing_right', message: expect.stringContaining(right) },
    });
    office.leave();
  });
});

describe('cards as a file', () => {
  const COLUMNS = ['card_number', 'driver_name'];

  async function template(): Promise<string[]> {
    const { stdout } = await fixture.run(['cards', 'template', '--format', 'csv', '--out', '-']);
    return stdout.replace('\uFEFF', '').split(/\r?\n/);
  }

  it('CARD-03 says that a file has no rows: the template as it is', async () => {
    const path = fixture.path('empty-cards.csv');
    writeFileSync(path, `${(await template())[0] ?? ''}\r\n`);
    const { code, stderr } = await fixture.run(['cards', 'import', path]);
    expect([code, stderr]).toEqual([
      5,
      'forecourt: Error while Importing manageCard.\nThe file has no rows. Fill in one for each record, below the names of the columns.\n',
    ]);
  });

  it('CARD-05 saves the template under its name, as a workbook or CSV', async () => {
    const out = `${fixture.path('templates')}/`;
    await fixture.run(['cards', 'template', '--out', out]);
    const { document } = await fixture.json(['cards', 'template', '--format', 'csv', '--out', out]);
    expect(textOf(`${out}SampleCardTemplate.xlsx`).slice(0, 2)).toBe('PK');
    expect(document).toMatchObject({
      ok: true,
      operation: 'cards.template',
      file: `${out}SampleCardTemplate.csv`,
    });
    expect((await template())[0]?.split(',')).toEqual(expect.arrayContaining(COLUMNS));
    const wrong = await fixture.run(['cards', 'template', '--out', `${out}cards.csv`]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      `forecourt: Error while performing operation\nThe file is an Excel workbook, and --out '${out}cards.csv' ends with .csv. ` +
        'Give a name that ends with .xlsx, or the other format by --format, if the command has one.\n',
    ]);
    expect(existsSync(`${out}cards.csv`)).toBe(false);
  });

  /** A cell as uploaded: days by name, other values unchanged. */
  const cellOf = (value: unknown): string =>
    typeof value === 'object' && value !== null
      ? Object.keys(value)
          .filter((day) => (value as Card)[day] === true)
          .join(' ')
      : String(value ?? '');

  it('CARD-03 FORM-08 lists the refused rows, exits with 6, and enters the others', async () => {
    const header = (await template())[0] ?? '';
    const row = async (number: string, changes: Card = {}) => {
      const card = { ...(await newCard(number)), ...changes };
      return header
        .split(',')
        .map((name) => cellOf(card[name]))
        .join(',');
    };
    const bad = () => row('7076850000771002', { card_status: 'GONE' });
    const path = fixture.path('cards.csv');
    const rows = [await row('7076850000771001'), await bad()];
    writeFileSync(path, [header, ...rows].join('\n'));
    const { code, document } = await fixture.json(['cards', 'import', path]);
    expect(code).toBe(6);
    expect(document).toMatchObject({
      message: 'Import ManageCard successfully!',
      accepted: 1,
      rejected: 1,
      issues: [{ file: path, row: 3, column: 'card_status' }],
    });
    writeFileSync(path, [header, await bad()].join('\n'));
    const refused = await fixture.run(['cards', 'import', path]);
    expect([refused.code, refused.stdout]).toEqual([5, '']);
    expect(refused.stderr).toMatch(/Error while Importing manageCard\.[\s\S]*Row[\s\S]*\b2\b/);
    const wrong = await fixture.run(['cards', 'import', fixture.path('config/config.json')]);
    expect(wrong.code).toBe(2);
  });

  it('CARD-06 CARD-07 assigns cards to a company by its name, and requires both', async () => {
    const company = 'North Haul Carriers Ltd.';
    const argv = ['cards', 'assign', '--company', company.toLowerCase(), '--ids', '6, 7'];
    expect((await fixture.run(argv)).stdout).toBe('Cards Assign Successfully\n');
    expect((await get('7')).company_name).toBe(company);
    const none = await fixture.run(['cards', 'assign', '--company', company]);
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringMatching(/^forecourt: Please select card to Assign/),
    ]);
    const nobody = await fixture.run(['cards', 'assign', '--ids', '6']);
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('--company')]);
  });
});
