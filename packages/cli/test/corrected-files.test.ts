import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { badFiles } from '@forecourt/provider-file-examples';
import { describe, expect, it } from 'vitest';
import { openService } from './fixture.ts';
import { fixtureForAll } from './fixture-hooks.ts';

const { fixture } = fixtureForAll({
  open: () =>
    openService([], {
      demo: { customers: 12, cards: 2000, transactions: 50, invoices: 5 },
    }),
});

interface Made {
  readonly cell: string;
}

interface FileDocument {
  readonly key: string;
  readonly corrected: { readonly file?: string; readonly corrections: readonly Made[] };
}

const fileIn = (document: unknown): FileDocument => {
  const [file] = (document as { files: FileDocument[] }).files;
  if (!file) throw new Error('The document has no file.');
  return file;
};

const ESSO = ['--provider', 'ESSO'];
const REASON = 'ESSO sent the right total by e-mail';
const CELLS = [
  ...['--correct', 'Z4=882.37', '--correct', 'Transactions!D5=1554.27'],
  ...['--correct-reason', REASON],
];

function wrongFile(name: string): string {
  const found = badFiles().find((file) => file.name === 'amount_wrong.xlsx');
  const path = fixture.path(name);
  writeFileSync(path, found?.bytes ?? '');
  return path;
}

describe('transactions import --correct', () => {
  it('TXN-12 TXN-13 sends a corrected copy once, keeps it and the original, and shows each correction', async () => {
    const path = wrongFile('wrong.xlsx');
    const before = readFileSync(path);
    const argv = ['transactions', 'import', path, ...ESSO, ...CELLS];
    const first = await fixture.json(argv);
    expect([first.code, first.stderr]).toEqual([0, '']);
    const file = fileIn(first.document);
    const copy = file.corrected.file ?? '';
    expect(file).toMatchObject({ sent: true, imported: 2, rejected: 0, errors: 0 });
    expect(file.corrected.corrections).toMatchObject([
      { cell: 'Z4', column: 'AMT', from: '882.73', to: '882.37' },
      { cell: 'D5', from: '1554.63', to: '1554.27', reason: REASON },
    ]);
    expect(copy).toMatch(/wrong\.corrected\.xlsx$/);
    expect(existsSync(copy)).toBe(true);
    expect(readFileSync(path)).toEqual(before);

    const second = await fixture.json(argv);
    expect(fileIn(second.document)).toMatchObject({ sent: false, reason: 'already_imported' });
    const asGiven = ['transactions', 'import', copy, ...ESSO];
    expect(fileIn((await fixture.json(asGiven)).document)).toMatchObject({
      reason: 'already_imported',
    });

    const shown = await fixture.run(['imports', 'show', file.key]);
    expect(shown.stdout).toContain('Corrected from\twrong.xlsx');
    expect(shown.stdout).toContain(
      'Corrected\tTransactions!Z4 AMT: 882.73 is now 882.37 (ESSO sent the right total by e-mail)',
    );
    const { document } = await fixture.json(['imports', 'show', file.key]);
    expect(document).toMatchObject({
      corrections: [{ cell: 'Z4' }, { cell: 'D5', reason: REASON }],
    });
  });

  it('TXN-13 finds the import by the file, by its copy and by their names, but by no other file', async () => {
    const path = fixture.path('wrong.xlsx');
    const known = await fixture.json(['imports', 'show', 'wrong.corrected.xlsx']);
    const { key, result } = known.document as { readonly key: string; readonly result: string };
    const copy = join(dirname(result), 'wrong.corrected.xlsx');
    for (const named of [path, copy, 'wrong.xlsx', 'wrong.corrected.xlsx']) {
      const { code, document } = await fixture.json(['imports', 'show', named]);
      expect([named, code, document]).toMatchObject([named, 0, { key }]);
    }
    const other = join(fixture.path(''), 'other', 'wrong.corrected.xlsx');
    mkdirSync(dirname(other), { recursive: true });
    writeFileSync(other, readFileSync(wrongFile('untouched.xlsx')).subarray(0, 900));
    const unknown = await fixture.run(['imports', 'show', other]);
    expect([unknown.code, unknown.stdout]).toEqual([2, '']);
  });

  it('TXN-13 says in its own words that nothing new was entered', async () => {
    const argv = ['transactions', 'import', wrongFile('again.xlsx'), ...ESSO, ...CELLS, '--force'];
    const forced = await fixture.run(argv);
    expect(forced.code).toBe(0);
    expect(forced.stdout).toContain('Nothing new was entered: all 2 rows are already there.');
    expect(forced.stdout).not.toContain('Import transactions successfully!');
  });

  it('TXN-13 lists the service’s history, and the rows of an import', async () => {
    const { document } = await fixture.json(['imports', 'list', '--service', '--size', '50']);
    const first = (document as { items: { id: string }[] }).items.at(-1);
    expect(first).toMatchObject({
      by: 'admin@forecourt.test',
      fileName: 'wrong.corrected.xlsx',
      imported: 2,
      correctedCells: 2,
    });
    const rows = await fixture.json(['transactions', 'list', '--filter', `import_id:${first?.id}`]);
    expect(rows.document).toMatchObject({ totalRecords: 2 });
  });

  it.each([
    [['--correct', 'Z4'], 2, '--correct takes a cell and its value'],
    [['--correct', 'Z999=1'], 2, 'Transactions has no row 999 to correct.'],
    [['--correct', 'Sheet9!Z4=1'], 2, 'No checked sheet is called Sheet9.'],
    [['--correct', "'Driver''s'!Z4=1"], 2, "No checked sheet is called Driver's."],
    [['--correct', 'Z4=882.37'], 5, 'FILE-TOTAL'],
    [['--correct', 'D5=1554.27'], 2, 'D5 is in a total that the provider states'],
    [['--correct-reason', 'why'], 2, 'name them with --correct'],
    [['--correct', 'Z4=1', '--correct-reason', ' '], 2, 'takes a text of 1 to 500 characters'],
  ])('TXN-12 ends %j with its reason, and sends nothing', async (argv, code, reported) => {
    const path = wrongFile('odd.xlsx');
    const ran = await fixture.run(['transactions', 'import', path, ...ESSO, ...argv]);
    expect(ran.code).toBe(code);
    expect(ran.stdout + ran.stderr).toContain(reported);
  });

  it('TXN-12 checks a corrected file alone, and writes nothing', async () => {
    const path = wrongFile('dry.xlsx');
    const ran = await fixture.json(['transactions', 'check', path, ...ESSO, ...CELLS]);
    expect(ran.code).toBe(0);
    expect(fileIn(ran.document).corrected).toEqual({
      corrections: [
        expect.objectContaining({ cell: 'Z4' }),
        expect.objectContaining({ cell: 'D5' }),
      ],
    });
  });
});
