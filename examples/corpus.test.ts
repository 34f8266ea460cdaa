import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from './provider-files/corpus/findings.ts';
import { inspectAll } from './provider-files/corpus/inspect.ts';
import { packParts } from './provider-files/odd/zip.ts';
import { runExample } from './running.ts';

let folder: string;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Returns a workbook of one sheet with these cells in its first row. */
const workbook = (cells: string) =>
  packParts({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="sheet1.xml"/></Relationships>`,
    'xl/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
  });

/** Replaces the reading process: ends, hangs or answers depending on the file's name. */
const WORKER = `process.on('message', (path) => {
  if (path.includes('crash')) throw new Error('a fault in a reader');
  if (path.includes('hang')) return;
  process.send({ ours: { outcome: 'accepted', what: 'xlsx', cells: 2 } });
  if (path.includes('sheetjs')) process.exit(3);
  process.send({ compared: { differing: 0, examples: [] } });
});`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-corpus-'));
  await mkdir(join(folder, 'corpus', 'there'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('npm run corpus -- --from DIR', () => {
  const run = (...args: string[]) =>
    runExample('provider-files', ['corpus/main.ts', '--from', join(folder, 'corpus'), ...args], {});

  it('TXN-04 counts accepted, refused and differing files, and exits with 1 until all are explained', async () => {
    const corpus = join(folder, 'corpus');
    await writeFile(join(corpus, 'there', 'same.xlsx'), workbook('<c r="A1"><v>1.5</v></c>'));
    // SheetJS reads an empty boolean as false.
    await writeFile(
      join(corpus, 'differs.xlsx'),
      workbook('<c r="A1"><v>7</v></c><c r="B1" t="b"/>'),
    );
    await writeFile(join(corpus, 'there', 'letter.rtf'), '{\\rtf1 a,b}');
    const json = join(folder, 'findings.json');
    const faulty = await run('--json', json);
    expect(JSON.parse(await readFile(json, 'utf8'))).toEqual([
      {
        ...{ path: 'differs.xlsx', what: 'xlsx', cells: 1, outcome: 'differs', differing: 1 },
        examples: ['Data!B1: ours blank, SheetJS false'],
      },
      expect.objectContaining({
        ...{ path: 'there/letter.rtf', outcome: 'refused', what: 'unsupported_kind' },
        message: expect.stringContaining('letter.rtf is a text document (RTF).'),
      }),
      { path: 'there/same.xlsx', what: 'xlsx', cells: 1, outcome: 'same' },
    ]);
    expect(faulty.code).toBe(1);
    expect(faulty.output).toMatch(
      /^source +files +same +differs .*\n\. +1 +0 +1 .*\nthere +2 +1 +0 .*\nall +3 /,
    );
    expect(faulty.output).toContain('differs  differs.xlsx (xlsx): 1 cells\n');
    expect(faulty.output).toContain('1 files with a fault.\n');
    const explained = join(folder, 'explained.json');
    await writeFile(explained, JSON.stringify({ 'differs.xlsx': 'an empty boolean is blank' }));
    const clean = await run('--explained', explained);
    expect(clean.output).toContain('No fault.\n');
    expect(clean.code).toBe(0);
  });

  it('TXN-04 accepts known differences, whichever folder their source is in', async () => {
    const known = join(folder, 'corpus', 'somewhere', 'tests', 'data', 'Reader', 'XLSX');
    await mkdir(known, { recursive: true });
    await writeFile(
      join(known, 'issue.2488.xlsx'),
      workbook('<c r="A1"><v>7</v></c><c r="B1" t="b"/>'),
    );
    const { code, output } = await run('--only', 'issue.2488');
    expect([code, output]).toEqual([0, expect.stringContaining('No fault.\n')]);
    expect(output).toContain(
      'explained  somewhere/tests/data/Reader/XLSX/issue.2488.xlsx (differs): A boolean without a value (<c t="b"/>): blank here, false there.\n',
    );
    await rm(join(folder, 'corpus', 'somewhere'), { recursive: true });
  });

  it('TXN-04 fails for a folder without files', async () => {
    expect(await run('--only', 'nothing')).toMatchObject({ code: 1 });
  });

  it('TXN-04 continues with the next file after one that crashes or hangs the reader', async () => {
    const worker = join(folder, 'worker.mjs');
    await writeFile(worker, WORKER);
    const found: Finding[] = [];
    const options = { root: folder, seconds: 2, memory: 200, worker };
    const paths = ['a', 'crash', 'b', 'hang', 'c', 'sheetjs', 'd'];
    await inspectAll(paths, 1, options, (finding) => found.push(finding));
    expect(found.map(({ outcome, path }) => `${path} ${outcome}`)).toEqual([
      'a same',
      'crash crashed',
      'b same',
      'hang hung',
      'c same',
      'sheetjs uncompared',
      'd same',
    ]);
    expect(found[1]?.message).toContain('a fault in a reader');
  });
});
