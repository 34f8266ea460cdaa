import { describe, expect, it } from 'vitest';
import { type Fixture, openFixture, withFaults } from './fixture.ts';
import { fixtureForAll } from './fixture-hooks.ts';
import { trailOf } from './trail.ts';

const { fixture, service } = fixtureForAll();

interface Report {
  readonly ok: boolean;
  readonly message: string;
  readonly done: readonly { id: string }[];
  readonly already: readonly { id: string; message: string }[];
  readonly left: readonly { id: string; reason: string; message: string }[];
}

async function idsOf(resource: string, ...filters: string[]): Promise<string[]> {
  const flags = filters.flatMap((filter) => ['--filter', filter]);
  const { document } = await fixture.json([resource, 'list', '--size', '50', ...flags]);
  return (document as { items: { id: string }[] }).items.map(({ id }) => id);
}
/** The address of a fixture's service. */
const urlOf = async (run: Fixture['run']) =>
  JSON.parse((await run(['config', 'get', 'base-url', '--json'])).stdout).value as string;

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('cards hold and activate', () => {
  it('LIST-15 changes each card once, and reports those that are so already and those that are gone', async () => {
    const [one = '', two = ''] = await idsOf('cards', 'card_status:ACTIVE');
    const [held = ''] = await idsOf('cards', 'card_status:HOLD');
    const argv = ['cards', 'hold', one, `${two},${held}`, one, '999999'];
    const { code, document } = await fixture.json(argv);
    const report = document as Report;
    expect(code).toBe(6);
    expect(report).toMatchObject({
      ok: false,
      operation: 'cards.hold',
      message: '2 cards put on hold, 1 was so already, 1 not done.',
    });
    expect(ids(report.done)).toEqual([one, two]);
    expect(report.already).toMatchObject([{ id: held, message: 'It is on hold already.' }]);
    expect(report.left).toMatchObject([
      {
        id: '999999',
        reason: 'gone',
        message: 'It is not there: it was deleted, or its id is wrong.',
      },
    ]);
    const { document: card } = await fixture.json(['cards', 'get', one]);
    expect(card).toMatchObject({ id: one, card_status: 'HOLD' });
    const again = await fixture.json(['cards', 'hold', one, two]);
    expect([again.code, (again.document as Report).message]).toEqual([
      0,
      '0 cards put on hold, 2 were so already.',
    ]);
  });

  it('CARD-11 cards get says why a card is on hold, and hold takes the reason', async () => {
    const [one = ''] = await idsOf('cards', 'card_status:ACTIVE');
    const reason = ['--reason', 'Stolen in Sudbury'];
    expect((await fixture.run(['cards', 'hold', one, ...reason])).code).toBe(0);
    const shown = await fixture.run(['cards', 'get', one]);
    expect(shown.stdout.split('\n')[0]).toMatch(
      /^On hold since \d\d\/\d\d\/\d\d \d+:\d\d [AP]M by admin@forecourt\.test\. Reason: Stolen in Sudbury$/,
    );
    const { document } = await fixture.json(['cards', 'get', one]);
    expect(document).toMatchObject({
      held_by: 'admin@forecourt.test',
      hold_reason: 'Stolen in Sudbury',
    });
    expect((await fixture.run(['cards', 'activate', one])).code).toBe(0);
    expect((await fixture.run(['cards', 'get', one])).stdout).not.toContain('On hold');
  });

  it("LIST-15 reads ids from standard input with '-', and says in sentences what was left", async () => {
    const held = (await idsOf('cards', 'card_status:HOLD')).slice(0, 2);
    const stdin = `${held.join('\n')}\n\n999999\n`;
    const { code, stdout } = await fixture.run(['cards', 'activate', '-'], { stdin });
    expect(code).toBe(6);
    expect(stdout).toContain('2 cards activated, 1 not done.\n');
    expect(stdout).toContain(
      'Not done:\n  999999: It is not there: it was deleted, or its id is wrong.',
    );
    expect(await fixture.run(['cards', 'activate', '-'], { stdin: ' \n' })).toMatchObject({
      code: 2,
    });
  });

  it('LIST-15 refuses words that are no ids before anything is sent, with their lines', async () => {
    const [card = ''] = await idsOf('cards', 'card_status:ACTIVE');
    const stdin = `${card}\n"64"\nabc\n\n-5, \u001b[31mred\u001b[0m\u0007\n`;
    const { code, stderr, stdout } = await fixture.run(['cards', 'hold', '-'], { stdin });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      [
        'forecourt: 4 words are not ids:',
        '  line 2: "64"',
        '  line 3: abc',
        '  line 5: -5',
        '  line 5: \uFFFD[31mred\uFFFD[0m\uFFFD',
        'Nothing was sent. An id has no quotation marks: with jq, use `jq -r`.',
        '',
      ].join('\n'),
    );
    const one = await fixture.run(['cards', 'hold', card, 'abc']);
    expect([one.code, one.stderr]).toEqual([
      2,
      'forecourt: Not an id:\n  abc\nNothing was sent. An id has no quotation marks: with jq, use `jq -r`.\n',
    ]);
    expect(await idsOf('cards', 'card_status:ACTIVE')).toContain(card);
  });

  const EMPTY = 'forecourt: The id is empty.\nIs a variable of the script not set?\n';
  it.each([
    ...['cards', 'invoices', 'customers', 'users', 'transactions'].map((name) => [name, 'get']),
    ...['cards', 'users', 'transactions'].map((name) => [name, 'delete']),
    ...['cards', 'invoices', 'customers', 'users', 'transactions'].map((name) => [name, 'update']),
    ...[
      ['cards', 'hold'],
      ['cards', 'activate'],
      ['invoices', 'email'],
      ['invoices', 'void'],
      ['users', 'permissions'],
    ],
    ['payments', 'create', '--invoice'],
  ])('LIST-04 an empty id is a usage error: %s %s', async (...command) => {
    for (const id of ['', '  ', '\u200b']) {
      const { code, stderr, stdout } = await fixture.run([...command, id]);
      expect([code, stderr, stdout]).toEqual([2, EMPTY, '']);
    }
    const above = await fixture.run([...command, '..']);
    expect([above.code, above.stderr]).toEqual([2, "forecourt: '..' is not an id.\n"]);
  });

  it('LIST-15 is refused without the right to change cards, and changes nothing', async () => {
    const other = openFixture(service.url);
    try {
      await other.signIn('viewer@northhaul.test');
      const { code, stderr } = await other.run(['cards', 'hold', '1', '2']);
      expect([code, stderr.includes('update')]).toEqual([4, true]);
    } finally {
      other.leave();
    }
  });

  it('LIST-15 ends when the service fails, and the next run does the rest, nothing twice', async () => {
    const active = (await idsOf('cards', 'card_status:ACTIVE')).slice(0, 3);
    const [first = '', second = '', third = ''] = active;
    const match = `GET /api/v1/fuel-card-management/${second}`;
    // Fails the first attempt and its two repetitions.
    const fault = { match, kind: 'status', value: 503, first: 3 } as const;
    await withFaults([fault], async ({ json, run }) => {
      const cut = await json(['cards', 'hold', ...active]);
      const report = cut.document as Report;
      expect(cut.code).toBe(6);
      expect(ids(report.done)).toEqual([first]);
      expect(report.left).toMatchObject([
        { id: second, reason: 'unreachable', message: 'The service could not be reached.' },
        { id: third, reason: 'waits', message: 'Not reached: the run ended before it.' },
      ]);
      const rest = await json(['cards', 'hold', ...active]);
      expect(rest.code).toBe(0);
      expect(ids((rest.document as Report).done)).toEqual([second, third]);
      const changed = (await trailOf(await urlOf(run), 'cards.update')).map(
        ({ record_id }) => record_id,
      );
      expect(changed.sort()).toEqual([...active].sort());
    });
  });

  it('LIST-15 asks for a lost answer under the same key: the card is changed once', async () => {
    const [card = ''] = await idsOf('cards', 'card_status:ACTIVE');
    const match = `PUT /api/v1/fuel-card-management/${card}`;
    await withFaults([{ match, kind: 'drop-after', first: 1 }], async ({ json, run }) => {
      const { code, document } = await json(['cards', 'hold', card, '999999']);
      expect([code, (document as Report).message]).toEqual([6, '1 card put on hold, 1 not done.']);
      expect(await trailOf(await urlOf(run), 'cards.update')).toHaveLength(1);
    });
  });
});

describe('invoices email', () => {
  it('LIST-15 INV-13 sends several invoices, and reports a draft in the words of the service', async () => {
    const [open = '', other = ''] = await idsOf('invoices', 'status:Open');
    const [draft = ''] = await idsOf('invoices', 'status:Draft');
    const argv = ['invoices', 'email', `id:${open}`, `id:${draft}`, `id:${other}`];
    const { code, document } = await fixture.json(argv);
    const report = document as Report;
    expect(code).toBe(6);
    expect(report.message).toBe('2 invoices e-mailed, 1 not done.');
    expect(report.left).toMatchObject([{ id: `id:${draft}`, reason: 'refused' }]);
    expect(report.left[0]?.message).toMatch(/draft/i);
    const mailed = await trailOf(service.url, 'invoices.email');
    expect(mailed).toHaveLength(2);
  });
});

describe('exceptions explain and dismiss', () => {
  it('TXN-18 LIST-15 judges past days, and dismisses several with one reason, each once', async () => {
    const august = ['exceptions', 'list', '--from', '2026-08-11', '--to', '2026-08-24'];
    expect((await fixture.run(august)).stderr).toBe(
      [
        'No exceptions found.',
        '11–24 August 2026 was never judged.',
        'forecourt exceptions judge --from 2026-08-11 --to 2026-08-24\n',
      ].join('\n'),
    );
    const unjudged = [{ from: '2026-08-11', to: '2026-08-24' }];
    expect((await fixture.json(august)).document).toMatchObject({ items: [], unjudged });
    expect((await fixture.json([...august, '--all'])).document).toMatchObject({ unjudged });
    const days = ['--from', '2026-09-01', '--to', '2026-11-20'];
    const judged = await fixture.run(['exceptions', 'judge', ...days]);
    expect(judged.code).toBe(0);
    const said =
      /^Purchases judged: [\d,]+ of all companies\. Exceptions: [1-9]\d* new, 0 changed, 0 closed\.\n$/;
    expect(judged.stdout + judged.stderr).toMatch(said);
    const [one = '', two = '', three = '', four = ''] = await idsOf('exceptions', 'state:Open');
    const missing = await fixture.run(['exceptions', 'dismiss', one, two]);
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('Reason is missing: give --reason.'),
    ]);
    const reason = ['--reason', 'Known detour', '--yes'];
    const stdin = `${one}\n${two}\n999999\n`;
    const many = await fixture.json(['exceptions', 'dismiss', '-', ...reason], { stdin });
    const report = many.document as Report;
    expect(many.code).toBe(6);
    expect(report.message).toBe('2 exceptions dismissed, 1 not done.');
    expect(ids(report.done)).toEqual([one, two]);
    expect(report.left).toMatchObject([{ id: '999999', reason: 'gone' }]);
    expect((await fixture.json(['exceptions', 'get', one])).document).toMatchObject({
      state: 'Dismissed',
      reason: 'Known detour',
      settled_by: 'admin@forecourt.test',
    });
    const again = await fixture.json(['exceptions', 'dismiss', one, two, ...reason]);
    expect([again.code, (again.document as Report).already]).toMatchObject([
      0,
      [
        { id: one, message: 'It was dismissed by admin@forecourt.test already.' },
        { id: two, message: 'It was dismissed by admin@forecourt.test already.' },
      ],
    ]);
    const back = ['exceptions', 'reopen', one, two, '--reason', 'No detour', '--yes'];
    const reopened = await fixture.json(back);
    expect((reopened.document as Report).message).toBe('2 exceptions reopened.');
    expect((await fixture.json(['exceptions', 'get', one])).document).toMatchObject({
      state: 'Open',
      reason: '',
      settled_by: '',
    });
    const single = await fixture.run(['exceptions', 'reopen', two, '--reason', 'Again']);
    expect(single.stderr).toContain('This exception is open already.');
    const explained = ['exceptions', 'explain', three, '--reason', 'Two trucks'];
    expect((await fixture.run(explained)).code).toBe(0);
    const late = await fixture.run(['exceptions', 'dismiss', three, '--reason', 'Late']);
    expect(late.code).not.toBe(0);
    expect(late.stderr).toContain('This exception was explained by you already.');
    const long = ['exceptions', 'explain', four, '--reason', 'x'.repeat(501)];
    expect((await fixture.run(long)).stderr).toContain('Reason may have at most 500 characters');
    expect((await fixture.json(['exceptions', 'get', four])).document).toMatchObject({
      state: 'Open',
    });
  });
});
