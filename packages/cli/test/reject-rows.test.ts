import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  checkProviderFile,
  openWorkbook,
  type TransactionProvider,
} from '@forecourt/core/provider-files';
import { badFiles, mendWorkbook } from '@forecourt/provider-file-examples';
import { describe, expect, it } from 'vitest';
import { essoFile, essoLine } from '../../../examples/sandbox/test/esso-file.ts';
import { type Fixture, openService, withFaults } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';
import { trailOf } from './trail.ts';

const { fixture, service } = fixtureForEach({
  open: () =>
    openService([], {
      demo: { customers: 12, cards: 2000, transactions: 0, invoices: 0 },
    }),
});

const ESSO = ['--provider', 'ESSO'];

interface FileDocument {
  readonly sent: boolean;
  readonly reason?: string;
  readonly imported: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly rows: number;
  readonly acceptedRows: number;
  readonly keptOut?: { readonly rows: number; readonly file: string };
  readonly annotated?: string;
}

const fileIn = (document: unknown) => (document as { files: FileDocument[] }).files[0];
const stored = async (): Promise<number> =>
  ((await fixture.json(['transactions', 'list'])).document as { totalRecords: number })
    .totalRecords;

/** Three identical purchases, the second with a wrong amount, and a different one. */
function twins(number: string, name: string, at: Fixture = fixture): string {
  const line = () => essoLine({ number });
  const wrong = line();
  wrong[25] = 1;
  writeFileSync(
    at.path(name),
    essoFile([line(), wrong, line(), essoLine({ number: `${number}0` })]),
  );
  return at.path(name);
}

/** Corrects the amount and saves the workbook, as a person would. */
const mend = (path: string): void =>
  writeFileSync(path, mendWorkbook(new Uint8Array(readFileSync(path)), { Z3: 864.45 }));

describe('transactions import --reject-rows', () => {
  it('TXN-13 sends the good rows, writes the others to a file to correct, and exits with 6', async () => {
    const before = await stored();
    const path = twins('610001', 'night.csv');
    const argv = ['transactions', 'import', path, ...ESSO, '--reject-rows'];
    const { code, document } = await fixture.json(argv);
    const sent = fileIn(document);
    expect(code).toBe(6);
    expect(sent).toMatchObject({ sent: true, imported: 3, duplicates: 0, rejected: 0 });
    expect(sent).toMatchObject({ rows: 4, acceptedRows: 3, keptOut: { rows: 1 } });
    expect(await stored()).toBe(before + 3);
    const kept = sent?.keptOut?.file ?? '';
    expect(kept).toMatch(/night\.rejected\.xlsx$/);

    // The same command again sends nothing and writes no new file.
    const again = await fixture.json(argv);
    expect([again.code, fileIn(again.document)]).toMatchObject([
      0,
      { sent: false, reason: 'already_imported', keptOut: { file: kept } },
    ]);

    mend(kept);
    const mended = await fixture.json(['transactions', 'import', kept, ...ESSO]);
    expect(mended.code).toBe(0);
    expect(fileIn(mended.document)).toMatchObject({ imported: 1, duplicates: 0 });
    const whole = essoFile(['', '', ''].map(() => essoLine({ number: '610001' })));
    writeFileSync(fixture.path('whole.csv'), whole);
    const over = await fixture.json(['transactions', 'import', fixture.path('whole.csv'), ...ESSO]);
    expect(fileIn(over.document)).toMatchObject({ imported: 0, duplicates: 3 });
    expect(await stored()).toBe(before + 4);
    const originals = (await trailOf(service.url, 'transactions.import')).map(
      ({ changes }) => changes.original,
    );
    expect(originals.slice(0, 3)).toEqual([
      undefined,
      expect.stringMatching(/^[0-9a-f]{64}$/),
      originals[1],
    ]);
  });

  it('TXN-13 says which file to correct, and sends nothing in a dry run', async () => {
    const path = twins('620001', 'told.csv');
    const argv = ['transactions', 'import', path, ...ESSO, '--reject-rows'];
    const dry = await fixture.run([...argv, '--dry-run']);
    expect(dry.code).toBe(6);
    expect(dry.stdout).toMatch(
      /Sheet1!Z4 TXN-QTY .*\n.*Sheet1!5 TXN-TWIN .*\(Sheet1!3\)\. .*\n.*4 rows, 3 accepted.*\n.*\n {2}Taxes: .*\n {2}1 row would be kept out\./,
    );
    const { code, stdout } = await fixture.run([...argv, '--out', fixture.path('out')]);
    expect(code).toBe(6);
    expect(stdout).toContain(
      `1 row kept out, to correct and import: ${fixture.path('out/told.rejected.xlsx')}`,
    );
    expect(existsSync(fixture.path('out/told.result.csv'))).toBe(true);
  });

  it('TXN-12 sends nothing if the file as a whole is wrong, or no row is good', async () => {
    writeFileSync(
      fixture.path('off.csv'),
      essoFile([essoLine({ number: '630001' })], { total: '1.00' }),
    );
    writeFileSync(
      fixture.path('none.csv'),
      essoFile([essoLine({ number: '630002', product: 'ZZ' })]),
    );
    for (const name of ['off.csv', 'none.csv']) {
      const ran = await fixture.json([
        'transactions',
        'import',
        fixture.path(name),
        ...ESSO,
        '--reject-rows',
      ]);
      expect(ran.code).toBe(5);
      expect(fileIn(ran.document)).toMatchObject({ sent: false });
    }
  });

  it('TXN-13 counts as another import than the whole file, and keeps duplicates of both', async () => {
    const path = twins('640001', 'both.csv');
    const before = await stored();
    await fixture.run(['transactions', 'import', path, ...ESSO, '--reject-rows']);
    const good = essoFile([...Array(3)].map(() => essoLine({ number: '640001' })));
    writeFileSync(fixture.path('corrected.csv'), good);
    const corrected = await fixture.json([
      'transactions',
      'import',
      fixture.path('corrected.csv'),
      ...ESSO,
    ]);
    expect(fileIn(corrected.document)).toMatchObject({ imported: 1, duplicates: 2 });
    expect(await stored()).toBe(before + 4);
  });
});

describe('a split import whose answer is lost', () => {
  it.each(['drop-before', 'drop-after'] as const)(
    'TXN-13 after %s: enters its rows once, and stores the others once',
    async (kind) => {
      const post = 'POST /api/v1/import_transactions';
      await withFaults([{ match: post, kind, first: 1 }], async (at) => {
        const path = twins('660001', 'lost.csv', at);
        const argv = [
          'transactions',
          'import',
          path,
          ...ESSO,
          '--reject-rows',
          '--out',
          at.path('out'),
        ];
        const first = await at.json(argv);
        const second = await at.json(argv);
        expect([first.code, second.code]).not.toContain(8);
        expect(fileIn(second.document)).toMatchObject({ sent: false, imported: 3 });
        expect(readdirSync(at.path('out')).filter((name) => /rejected/.test(name))).toEqual([
          'lost.rejected.xlsx',
        ]);
      });
    },
  );
});

describe('transactions import --allow-repeat', () => {
  it('TXN-13 enters a late second equal purchase on purpose, once, and the trail records it', async () => {
    const path = fixture.path('late.csv');
    writeFileSync(path, essoFile([essoLine({ number: '650001' }), essoLine({ number: '650002' })]));
    const before = await stored();
    const argv = ['transactions', 'import', path, ...ESSO];
    await fixture.run(argv);
    const repeat = [...argv, '--allow-repeat', '4'];
    expect(fileIn((await fixture.json(repeat)).document)).toMatchObject({
      imported: 1,
      duplicates: 1,
    });
    expect(fileIn((await fixture.json(repeat)).document)).toMatchObject({ sent: false });
    expect(await stored()).toBe(before + 3);
    const [entry] = await trailOf(service.url, 'transactions.import.allow-repeat');
    expect(entry?.changes).toEqual({ rows: [{ sheet: 'Sheet1', row: 4 }] });
  });

  it.each([
    [['--allow-repeat', '0'], '--allow-repeat takes a row'],
    [['--allow-repeat', 'x'], '--allow-repeat takes a row'],
    [['other.csv', '--allow-repeat', '4'], 'give that file alone'],
  ])('ends with 2 where no row of the one file is meant: %j', async (more, reported) => {
    const { code, stderr } = await fixture.run([
      'transactions',
      'import',
      'a.csv',
      ...more,
      ...ESSO,
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reported)]);
  });
});

const faulty = badFiles().filter(
  ({ expected }) => expected.kind === 'checked' && expected.accepted < expected.rows,
);

describe('transactions check --annotate', () => {
  it('TXN-12 writes a copy with the reason in each row, and none for a correct file', async () => {
    const [one, other] = faulty;
    const good = badFiles().find(({ name }) => name === 'twins.xlsx');
    const paths = [one, other, good].flatMap((file) => {
      if (!file) return [];
      writeFileSync(fixture.path(file.name), file.bytes);
      return [fixture.path(file.name)];
    });
    const { code, document } = await fixture.json([
      'transactions',
      'check',
      ...paths,
      ...ESSO,
      '--annotate',
      fixture.path('out/'),
    ]);
    expect(code).toBe(6);
    const files = (document as { files: FileDocument[] }).files;
    expect(files[0]?.annotated).toBe(
      fixture.path(`out/${one?.name.replace(/\..*/, '')}.checked.xlsx`),
    );
    const book = await openWorkbook({
      name: 'copy',
      blob: new Blob([readFileSync(files[0]?.annotated ?? '')]),
    });
    const rows: string[] = [];
    for await (const batch of book.rows(0))
      rows.push(...batch.map(({ cells }) => String(cells.at(-1))));
    expect(rows.filter((text) => / TXN-/.test(text)).length).toBeGreaterThan(0);
    const twins = await checkProviderFile(
      { name: 'twins.xlsx', blob: new Blob([good?.bytes ?? '']) },
      { provider: 'ESSO' as TransactionProvider },
    );
    expect(files[2]?.annotated === undefined).toBe(twins.warnings + twins.errors === 0);
  });

  it('never writes .xls, nor over the file itself, nor several into one', async () => {
    const [one] = faulty;
    writeFileSync(fixture.path('a.xlsx'), one?.bytes ?? '');
    const argv = (to: string, ...more: string[]) => [
      'transactions',
      'check',
      fixture.path('a.xlsx'),
      ...more,
      ...ESSO,
      '--annotate',
      to,
    ];
    for (const [to, reported, ...more] of [
      [fixture.path('b.xls'), 'written as .xlsx or .csv'],
      [fixture.path('a.xlsx'), 'replace the file itself'],
      [fixture.path('b.xlsx'), 'need a folder', fixture.path('a.xlsx')],
    ] as const) {
      const { code, stderr } = await fixture.run(argv(to, ...more));
      expect([code, stderr]).toEqual([2, expect.stringContaining(reported)]);
    }
  });
});
