import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoCardNumber } from '@forecourt/provider-file-examples';
import { describe, expect, it } from 'vitest';
import { openService, textOf } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const LAYOUT = join(
  import.meta.dirname,
  '../../../examples/provider-files/layouts/tapetro-short.json',
);

const { fixture } = fixtureForEach({ open: () => openService([], { layoutsFile: LAYOUT }) });

const yesterday = (): string => {
  const [year, month, day] = new Date(Date.now() - 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${day}/${month}/${year}`;
};

/** Two sales in a custom layout; `paid` is the amount of the second. */
function sales(name: string, paid = '171.15'): string {
  const header = 'Card,Day,Ticket,Site,State,Item,Gallons,Price,Paid,Remark 1';
  const sale = (ticket: string, amount: string) =>
    [
      demoCardNumber(1),
      yesterday(),
      ticket,
      'OH976',
      'OH',
      'ULSD',
      '48.90',
      '3.500',
      amount,
      'x',
    ].join();
  writeFileSync(
    fixture.path(name),
    [header, sale('T1', '171.15'), sale('T2', paid), ''].join('\n'),
  );
  return fixture.path(name);
}

interface Layout {
  readonly columns: readonly object[];
  readonly price: object;
}

const withLayout = (change: (layout: Layout) => void): string => {
  const layout = JSON.parse(textOf(LAYOUT));
  change(layout);
  writeFileSync(fixture.path('layout.json'), JSON.stringify(layout));
  return fixture.path('layout.json');
};

describe('a custom layout', () => {
  it('TXN-12 checks files without a provider option, and reports each fault at its cell', async () => {
    const good = await fixture.run([
      'transactions',
      'check',
      sales('good.csv'),
      '--layout',
      LAYOUT,
    ]);
    expect([good.code, good.stderr]).toEqual([0, '']);
    expect(good.stdout).toMatch(/2 rows, 2 accepted · 0 errors · 0 warnings/);
    const bad = await fixture.run([
      'transactions',
      'check',
      sales('bad.csv', '99.00'),
      '--layout',
      LAYOUT,
    ]);
    expect(bad.code).toBe(5);
    expect(bad.stdout).toMatch(/Sheet1!I3 TXN-QTY .*\(99\.00, expected 171\.15\)/);
    const without = ['transactions', 'check', sales('good.csv'), '--provider', 'TAPetro'];
    expect((await fixture.run(without)).code).toBe(5);
  });

  it('TXN-13 imports files, and splits them with --reject-rows', async () => {
    const argv = [
      'transactions',
      'import',
      sales('split.csv', '99.00'),
      '--layout',
      LAYOUT,
      '--reject-rows',
    ];
    const { code, document } = await fixture.json(argv);
    expect([code, (document as { files: unknown[] }).files[0]]).toMatchObject([
      6,
      { imported: 1, keptOut: { rows: 1 } },
    ]);
  });

  it.each([
    [
      'a kind that is none',
      (layout: Layout) => Object.assign(layout.columns[3] ?? {}, { kind: 'site' }),
      /columns\[3\]\.kind: /,
    ],
    [
      'a key that is none',
      (layout: Layout) => Object.assign(layout.price, { cents: true }),
      /price: Unrecognized key: "cents"/,
    ],
    [
      'no columns',
      (layout: Layout) => Object.assign(layout, { columns: [] }),
      /columns: Too small/,
    ],
    [
      'a field that is none',
      (layout: Layout) => Object.assign(layout.columns[2] ?? {}, { field: 'ticket' }),
      /columns: unknown field ticket/,
    ],
    [
      'a provider that could be taken for a built-in one',
      (layout: Layout) => Object.assign(layout, { provider: 'esso' }),
      /provider: is spelled ESSO, Suncore, Comdata, Pipeline, TAPetro/,
    ],
  ])('names what is wrong with it, and where in the JSON: %s', async (_, change, reported) => {
    const layout = withLayout(change);
    const { code, stderr } = await fixture.run([
      'transactions',
      'check',
      sales('good.csv'),
      '--layout',
      layout,
    ]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(reported)]);
    expect(stderr).toContain('--layout');
  });

  it("reports invalid JSON, a missing file, and another provider's layout", async () => {
    writeFileSync(fixture.path('half.json'), '{"provider": "TAPetro",');
    for (const [layout, reported, ...more] of [
      [fixture.path('half.json'), /half\.json is not JSON: .*\(--layout\)/],
      [fixture.path('none.json'), /There is no such file or folder: .*none\.json/],
      [LAYOUT, /The layout is for TAPetro, not for ESSO\. \(--layout\)/, '--provider', 'ESSO'],
    ] as const) {
      const argv = ['transactions', 'check', sales('good.csv'), '--layout', layout, ...more];
      const { code, stderr } = await fixture.run(argv);
      expect([code, stderr]).toEqual([2, expect.stringMatching(reported)]);
    }
    expect(readFileSync(LAYOUT, 'utf8')).toContain('"convention": "P3"');
  });
});
