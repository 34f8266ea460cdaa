import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  checkProviderFile,
  openWorkbook,
  type TransactionProvider,
} from '@forecourt/core/provider-files';
import { badFiles, mendWorkbook } from '@forecourt/provider-file-examples';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { essoFile, essoLine } from '../../../examples/sandbox/test/esso-file.ts';
import { type Desk, openDesk, openService, type Service, withFaults } from './desk.ts';
import { trailOf } from './trail.ts';

let service: Service;
let desk: Desk;

beforeAll(async () => {
  service = await openService([], {
    demo: { customers: 12, cards: 2000, transactions: 0, invoices: 0 },
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  desk = openDesk(service.url);
  await desk.signIn('admin@forecourt.test');
});
afterEach(() => desk.leave());

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
  ((await desk.json(['transactions', 'list'])).document as { totalRecords: number }).totalRecords;

/** Three equal purchases, of which the second has a wrong amount, and another one. */
function twins(number: string, name: string, at: Desk = desk): string {
  const line = () => essoLine({ number });
  const wrong = line();
  wrong[25] = 1;
  writeFileSync(
    at.path(name),
    essoFile([line(), wrong, line(), essoLine({ number: `${number}0` })]),
  );
  return at.path(name);
}

/** What a person does: puts the amount right, and saves the workbook. */
const mend = (path: string): void =>
  writeFileSync(path, mendWorkbook(new Uint8Array(readFileSync(path)), { Z3: 864.45 }));

describe('transactions import --reject-rows', () => {
  it('TXN-13 sends the good rows, keeps the others in a file to be mended, and ends with 6', async () => {
    const before = await stored();
    const path = twins('610001', 'night.csv');
    const argv = ['transactions', 'import', path, ...ESSO, '--reject-rows'];
    const { code, document } = await desk.json(argv);
    const sent = fileIn(document);
    expect(code).toBe(6);
    expect(sent).toMatchObject({ sent: true, imported: 3, duplicates: 0, rejected: 0 });
    expect(sent).toMatchObject({ rows: 4, acceptedRows: 3, keptOut: { rows: 1 } });
    expect(await stored()).toBe(before + 3);
    const kept = sent?.keptOut?.file ?? '';
    expect(kept).toMatch(/night\.rejected\.xlsx$/);

    // The same command again sends nothing and writes nothing new.
    const again = await desk.json(argv);
    expect([again.code, fileIn(again.document)]).toMatchObject([
      0,
      { sent: false, reason: 'already_imported', keptOut: { file: kept } },
    ]);

    mend(kept);
    const mended = await desk.json(['transactions', 'import', kept, ...ESSO]);
    expect(mended.code).toBe(0);
    expect(fileIn(mended.document)).toMatchObject({ imported: 1, duplicates: 0 });
    const whole = essoFile(['', '', ''].map(() => essoLine({ number: '610001' })));
    writeFileSync(desk.path('whole.csv'), whole);
    const over = await desk.json(['transactions', 'import', desk.path('whole.csv'), ...ESSO]);
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

  it('TXN-13 tells people which file is to be mended, and sends nothing of a dry run', async () => {
    const path = twins('620001', 'told.csv');
    const argv = ['transactions', 'import', path, ...ESSO, '--reject-rows'];
    const dry = await desk.run([...argv, '--dry-run']);
    expect(dry.code).toBe(6);
    expect(dry.stdout).toMatch(
      /Sheet1!Z4 TXN-QTY .*\n.*Sheet1!5 TXN-TWIN .*\(Sheet1!3\)\n.*4 rows, 3 accepted.*\n.*\n {2}Taxes: .*\n {2}1 row would be kept out\./,
    );
    const { code, stdout } = await desk.run([...argv, '--out', desk.path('out')]);
    expect(code).toBe(6);
    expect(stdout).toContain(
      `1 row kept out, to be mended and imported: ${desk.path('out/told.rejected.xlsx')}`,
    );
    expect(existsSync(desk.path('out/told.result.csv'))).toBe(true);
  });

  it('TXN-12 sends nothing where the file as a whole is wrong, or no row is good', async () => {
    writeFileSync(
      desk.path('off.csv'),
      essoFile([essoLine({ number: '630001' })], { total: '1.00' }),
    );
    writeFileSync(desk.path('none.csv'), essoFile([essoLine({ number: '630002', product: 'ZZ' })]));
    for (const name of ['off.csv', 'none.csv']) {
      const ran = await desk.json([
        'transactions',
        'import',
        desk.path(name),
        ...ESSO,
        '--reject-rows',
      ]);
      expect(ran.code).toBe(5);
      expect(fileIn(ran.document)).toMatchObject({ sent: false });
    }
  });

  it('TXN-13 counts as another import than the whole file, and keeps twins of both', async () => {
    const path = twins('640001', 'both.csv');
    const before = await stored();
    await desk.run(['transactions', 'import', path, ...ESSO, '--reject-rows']);
    const good = essoFile([...Array(3)].map(() => essoLine({ number: '640001' })));
    writeFileSync(desk.path('corrected.csv'), good);
    const corrected = await desk.json([
      'transactions',
      'import',
      desk.path('corrected.csv'),
      ...ESSO,
    ]);
    expect(fileIn(corrected.document)).toMatchObject({ imported: 1, duplicates: 2 });
    expect(await stored()).toBe(before + 4);
  });
});

describe('a divided import whose answer is lost', () => {
  it.each(['drop-before', 'drop-after'] as const)(
    'TXN-13 %s: its rows are entered once, and the others kept once',
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
  it('TXN-13 enters a late second equal purchase on purpose, once, and the trail says so', async () => {
    const path = desk.path('late.csv');
    writeFileSync(path, essoFile([essoLine({ number: '650001' }), essoLine({ number: '650002' })]));
    const before = await stored();
    const argv = ['transactions', 'import', path, ...ESSO];
    await desk.run(argv);
    const repeat = [...argv, '--allow-repeat', '4'];
    expect(fileIn((await desk.json(repeat)).document)).toMatchObject({
      imported: 1,
      duplicates: 1,
    });
    expect(fileIn((await desk.json(repeat)).document)).toMatchObject({ sent: false });
    expect(await stored()).toBe(before + 3);
    const [entry] = await trailOf(service.url, 'transactions.import.allow-repeat');
    expect(entry?.changes).toEqual({ rows: [{ sheet: 'Sheet1', row: 4 }] });
  });

  it.each([
    [['--allow-repeat', '0'], '--allow-repeat takes a row'],
    [['--allow-repeat', 'x'], '--allow-repeat takes a row'],
    [['other.csv', '--allow-repeat', '4'], 'give that file alone'],
  ])('ends with 2 where no row of the one file is meant: %j', async (more, told) => {
    const { code, stderr } = await desk.run(['transactions', 'import', 'a.csv', ...more, ...ESSO]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
  });
});

const faulty = badFiles().filter(
  ({ expected }) => expected.kind === 'checked' && expected.accepted < expected.rows,
);

describe('transactions check --annotate', () => {
  it('TXN-12 writes a copy with the reason in each row, and none of a good file', async () => {
    const [one, other] = faulty;
    const good = badFiles().find(({ name }) => name === 'twins.xlsx');
    const paths = [one, other, good].flatMap((file) => {
      if (!file) return [];
      writeFileSync(desk.path(file.name), file.bytes);
      return [desk.path(file.name)];
    });
    const { code, document } = await desk.json([
      'transactions',
      'check',
      ...paths,
      ...ESSO,
      '--annotate',
      desk.path('out/'),
    ]);
    expect(code).toBe(6);
    const files = (document as { files: FileDocument[] }).files;
    expect(files[0]?.annotated).toBe(
      desk.path(`out/${one?.name.replace(/\..*/, '')}.checked.xlsx`),
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
    writeFileSync(desk.path('a.xlsx'), one?.bytes ?? '');
    const argv = (to: string, ...more: string[]) => [
      'transactions',
      'check',
      desk.path('a.xlsx'),
      ...more,
      ...ESSO,
      '--annotate',
      to,
    ];
    for (const [to, told, ...more] of [
      [desk.path('b.xls'), 'written as .xlsx or .csv'],
      [desk.path('a.xlsx'), 'take the place of the file itself'],
      [desk.path('b.xlsx'), 'need a folder', desk.path('a.xlsx')],
    ] as const) {
      const { code, stderr } = await desk.run(argv(to, ...more));
      expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
    }
  });
});
