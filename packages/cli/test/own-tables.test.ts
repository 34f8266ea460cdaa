import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoCardNumber } from '@forecourt/provider-file-examples';
import { describe, expect, it } from 'vitest';
import { essoFile, essoLine } from '../../../examples/sandbox/test/esso-file.ts';
import { openService } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const SHORT = join(
  import.meta.dirname,
  '../../../examples/provider-files/layouts/tapetro-short.json',
);
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/own-layouts');

/** A service with a layout of its own. */
function openWithLayout() {
  mkdirSync(FOLDER, { recursive: true });
  const shell = { ...JSON.parse(readFileSync(SHORT, 'utf8')), provider: 'Shell Fleet' };
  writeFileSync(join(FOLDER, 'shell.json'), JSON.stringify(shell));
  return openService([], {
    layouts: FOLDER,
    demo: { customers: 2, cards: 400, transactions: 0, invoices: 0 },
  });
}
const { fixture } = fixtureForEach({ open: openWithLayout });

/** Writes an ESSO file dated today with these lines. */
function essoAt(name: string, ...lines: ReturnType<typeof essoLine>[]): string {
  writeFileSync(fixture.path(name), essoFile(lines));
  return fixture.path(name);
}

function oldLaw(number: string) {
  const line = essoLine({ number });
  line[15] = 1.4;
  line[16] = 0.04;
  return line;
}

/** A table whose excise was last verified before the examples' date. */
function unverified(): string {
  const rate = {
    jurisdiction: 'CA',
    tax: 'fet',
    product: 'diesel',
    from: '2026-11-01',
    to: '2026-11-30',
    rate: 0.02,
    source: 'a bulletin',
    verified_until: '2026-11-10',
  };
  const table = { name: 'accounting', verified_on: '2026-11-02', rates: [rate] };
  writeFileSync(fixture.path('taxes.json'), JSON.stringify(table));
  return fixture.path('taxes.json');
}

const CHECK = ['transactions', 'check', '--provider', 'ESSO'];

describe('TXN-15 tax tables', () => {
  it('TXN-15 reads a table with a byte order mark, as Windows editors write it', async () => {
    const path = unverified();
    writeFileSync(path, `\uFEFF${readFileSync(path, 'utf8')}`);
    const { stderr, stdout } = await fixture.run([
      ...[...CHECK, essoAt('marked.csv', essoLine({ number: '3' })), '--tax-tables', path],
    ]);
    expect(stderr + stdout).not.toContain('JSON');
    expect(stdout).toContain('TAX-UNVERIFIED');
  });

  it('TXN-15 lists a rate without an end as one, and a table whose rates have none', async () => {
    const { stdout } = await fixture.run(['taxes', 'list', '--on', '2026-11-18']);
    expect(stdout).toMatch(
      /^SK\tpst\tother\t0\.06000\t01\/01\/19\tno end\tdocument\t31\/12\/26\t/m,
    );
    expect(stdout).toMatch(/^CA\tfet\tdiesel\t0\.00000\t08\/09\/26\t31\/01\/27\t/m);
    const early = await fixture.run(['taxes', 'list', '--on', '2018-12-31']);
    expect(early.stderr).toBe(
      'Tables: Canada 2026-11, verified on 2026-11-22, holds without an end.\n',
    );
  });

  it('TXN-15 passes a correct diesel row of November 2026 and refuses the earlier excise', async () => {
    const good = await fixture.run([...CHECK, essoAt('good.csv', essoLine({ number: '1' }))]);
    expect([good.code, good.stderr]).toEqual([0, '']);
    expect(good.stdout).toContain(
      'Taxes: Canada 2026-11, verified on 2026-11-22, holds until 2026-12-31.',
    );
    const bad = await fixture.run([...CHECK, essoAt('bad.csv', oldLaw('2'))]);
    expect(bad.code).toBe(5);
    expect(bad.stdout).toMatch(/Q3 TAX-FET .*\(0\.0400, expected 0\.0000\)/);
  });

  it('TXN-15 holds a row back by a guard if its rate is not verified, until it is accepted', async () => {
    const file = essoAt('day.csv', essoLine({ number: '11' }));
    const tables = ['--tax-tables', unverified()];
    const held = await fixture.run([...CHECK, file, ...tables]);
    expect(held.code).toBe(5);
    expect(held.stdout).toMatch(/Q3 TAX-UNVERIFIED .*\(0\.0000, expected 0\.0200\)/);
    expect(held.stdout).toContain('If all of this is right: --accept TAX-UNVERIFIED');
    const { code, document } = await fixture.json([
      ...CHECK,
      file,
      ...tables,
      '--accept',
      'tax-unverified',
    ]);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      files: [
        {
          ok: true,
          acceptedGuards: ['TAX-UNVERIFIED'],
          taxTables: [
            { name: 'accounting', verifiedOn: '2026-11-02', verifiedUntil: expect.any(String) },
            { name: 'Canada 2026-11', verifiedOn: '2026-11-22', verifiedUntil: '2026-12-31' },
          ],
        },
      ],
    });
    const env = { FORECOURT_TAX_TABLES: fixture.path('taxes.json') };
    expect((await fixture.run([...CHECK, file], { env })).code).toBe(5);
    const alone = await fixture.run([
      'transactions',
      'import',
      file,
      '--provider',
      'ESSO',
      '--accept-reason',
      'bulletin',
    ]);
    expect([alone.code, alone.stderr]).toEqual([
      2,
      expect.stringContaining(
        '--accept-reason says why a guard is accepted: name it with --accept.',
      ),
    ]);
    const wrong = await fixture.run([...CHECK, file, '--accept', 'TAX-FET']);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("TAX-FET can't be accepted"),
    ]);
  });

  it('TXN-15 refuses an import that a guard holds back in the check, and imports it once accepted', async () => {
    const file = essoAt('guarded.csv', essoLine({ number: '13' }));
    const send = [
      'transactions',
      'import',
      file,
      '--provider',
      'ESSO',
      '--tax-tables',
      unverified(),
    ];
    const held = await fixture.run(send);
    expect(held.code).toBe(5);
    expect(held.stdout).toMatch(/Q3 TAX-UNVERIFIED .*\(0\.0000, expected 0\.0200\)/);
    expect(held.stderr).toContain('accept it by --accept TAX-UNVERIFIED');
    expect(held.stderr).not.toContain('--guards');

    const inbox = join(fixture.dir, 'inbox');
    mkdirSync(join(inbox, 'ESSO'), { recursive: true });
    copyFileSync(file, join(inbox, 'ESSO/guarded.csv'));
    const night = ['transactions', 'import', '--inbox', inbox, '--settle', '0', '--tax-tables'];
    const { code, document } = await fixture.json([...night, fixture.path('taxes.json')]);
    expect(code).toBe(5);
    expect(document).toMatchObject({
      files: [
        {
          name: 'ESSO/guarded.csv',
          state: 'rejected',
          message: expect.stringContaining('accept it by --accept TAX-UNVERIFIED'),
          faults: { first: [{ cell: 'Q3', rule: 'TAX-UNVERIFIED', expected: '0.0200' }], more: 0 },
        },
      ],
    });
    const entered = await fixture.run([...send, '--accept', 'TAX-UNVERIFIED']);
    expect([entered.code, entered.stdout]).toEqual([0, expect.stringContaining('1 row imported')]);
  });

  it("TXN-15 names a table's mistake by its place", async () => {
    writeFileSync(fixture.path('wrong.json'), JSON.stringify([{ jurisdiction: 'TX' }]));
    const file = essoAt('day.csv', essoLine({ number: '12' }));
    const { code, stderr } = await fixture.run([
      ...CHECK,
      file,
      '--tax-tables',
      fixture.path('wrong.json'),
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/rates\[0\]\.jurisdiction: must be CA, a province .*--tax-tables/);
  });

  it('TXN-15 lists the rates of a day', async () => {
    const { code, document } = await fixture.json(['taxes', 'list', '--on', '2027-02-15']);
    expect(code).toBe(0);
    const { items } = document as { items: { tax: string; product: string; rate: number }[] };
    const excise = items.filter(({ tax }) => tax === 'fet');
    expect(excise.map(({ product, rate }) => [product, rate])).toEqual([
      ['diesel', 0.02],
      ['gasoline', 0.05],
    ]);
    const text = await fixture.run(['taxes', 'list', '--on', '2026-11-18']);
    expect(text.stdout).toMatch(/QC\/Montréal\ttransit\tgasoline\t0\.03000/);
    expect(text.stdout).toMatch(/ON\thst\tany\t0\.13000\t.*\tdocument\t/);
    expect(text.stdout).toMatch(
      /QC\tcarbon\tdiesel\t0\.00000\t.*\trecalled\tnever\tFrom general knowledge, not verified/,
    );
    expect(items.find(({ tax }) => tax === 'hst')).toMatchObject({
      basis: 'document',
      url: expect.stringMatching(/^https:/),
    });
    expect((await fixture.run(['taxes', 'list', '--on', 'today'])).code).toBe(2);
  });

  it('TXN-15 doctor names the table and when it was verified', async () => {
    const { document } = await fixture.json(['doctor']);
    const { checks } = document as { checks: { check: string; message: string }[] };
    expect(checks.find(({ check }) => check === 'taxes')?.message).toMatch(
      /^Canada 2026-11, verified on 2026-11-22, holds until 2026-12-31/,
    );
  });
});

describe('TXN-16 a sixth provider', () => {
  const sales = (name: string, ticket: string): string => {
    const rows = [
      'Card,Day,Ticket,Site,State,Item,Gallons,Price,Paid',
      [
        demoCardNumber(1),
        '18/11/2026',
        ticket,
        'OH976',
        'OH',
        'ULSD',
        '48.90',
        '3.500',
        '171.15',
      ].join(),
    ];
    writeFileSync(fixture.path(name), rows.join('\n'));
    return fixture.path(name);
  };
  const env = { FORECOURT_LAYOUTS: FOLDER };

  it('TXN-16 is checked and imported by its name, in any case', async () => {
    const argv = ['transactions', 'import', sales('a.csv', 'T1'), '--provider', 'shell fleet'];
    const { code, document } = await fixture.json(argv, { env });
    expect(code).toBe(0);
    expect(document).toMatchObject({ files: [{ provider: 'Shell Fleet', imported: 1 }] });
    const unknown = await fixture.run(argv);
    expect(unknown.code).toBe(2);
  });

  it('TXN-16 has its folder in the inbox, and is completed in the shell', async () => {
    const inbox = fixture.path('inbox');
    mkdirSync(join(inbox, 'Shell Fleet'), { recursive: true });
    writeFileSync(join(inbox, 'Shell Fleet', 'b.csv'), readFileSync(sales('b.csv', 'T2')));
    const argv = ['transactions', 'import', '--inbox', inbox, '--settle', '0', '--json'];
    const { code } = await fixture.run(argv, { env });
    expect(code).toBe(0);
    expect(existsSync(join(inbox, 'Shell Fleet', 'b.csv'))).toBe(false);
    const words = ['completion', 'values', '--', 'transactions', 'import', '--provider', ''];
    const found = await fixture.run(words, { env });
    expect(found.stdout).toContain('Shell Fleet');
  });
});

describe('RATE-03 stored rates', () => {
  it('RATE-03 are listed by their definition alone', async () => {
    const { code, document } = await fixture.json([
      'rates',
      'list',
      '--size',
      '5',
      '--filter',
      'provider:Esso',
    ]);
    expect(code).toBe(0);
    const { items } = document as { items: { provider: string; price_change: unknown }[] };
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ provider }) => provider === 'Esso')).toBe(true);
  });
});
