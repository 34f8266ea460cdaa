import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkProviderFile } from '@forecourt/core/provider-files';
import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PreflightOptions } from '../preflight/preflight.types.ts';
import { rowOutcomes } from './row-outcomes.ts';

const DAY = '2026-11-18';
const bytes = workbookBytes([pipelineSheet(DAY, 9)]);
const file = { name: 'daily.xlsx', blob: new Blob([bytes]) };
const options = {
  today: () => '2026-11-20',
  layouts: [],
  taxTables: [],
} as unknown as PreflightOptions;

let dir: string;
let end: Parameters<typeof rowOutcomes>[2];
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-outcomes-'));
  const report = await checkProviderFile(file, { provider: 'Pipeline', today: '2026-11-20' });
  end = { report, entered: undefined, output: undefined } as unknown as typeof end;
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What is known of a file of nine rows with these outcomes: i(mported), d(uplicate), r(ejected), o(dd). */
const after = (letters: string, message = (at: number) => `no card ${at}`) => {
  const words: Readonly<Record<string, string>> = {
    ...{ i: 'imported', d: 'duplicate', r: 'rejected', o: 'odd' },
  };
  const rows = [...letters].map((letter, at) => `x,${words[letter]},${message(at)}`);
  const path = join(dir, 'result.csv');
  writeFileSync(path, ['a,import_status,import_message', ...rows].join('\r\n'));
  const count = (letter: string) => [...letters].filter((one) => one === letter).length;
  const record = {
    ...{ imported: count('i'), duplicates: count('d'), rejected: count('r') },
  };
  const output = { record, result: { location: path } };
  return rowOutcomes(options, file, { ...end, output } as unknown as typeof end);
};
const lines = (totals: readonly { readonly lines: number }[] = []) =>
  totals.reduce((sum, each) => sum + each.lines, 0);

describe('TXN-13 what the service did with the rows of a file', () => {
  it('TXN-13 is the check’s own total if all rows ended alike', async () => {
    const { totals } = end.report ?? { totals: [] };
    expect(totals.length).toBeGreaterThan(0);
    expect(await after('iiiiiiiii')).toEqual({
      ...{ amounts: { entered: totals, duplicates: [], rejected: [] }, refused: [] },
    });
    expect(await after('ddddddddd')).toEqual({
      ...{ amounts: { entered: [], duplicates: totals, rejected: [] }, refused: [] },
    });
  });

  it('TXN-13 adds up each outcome, and names the first five refused rows', async () => {
    const found = await after('iirrrrrrd');
    expect(lines(found?.amounts?.entered)).toBe(2);
    expect(lines(found?.amounts?.rejected)).toBe(6);
    expect(lines(found?.amounts?.duplicates)).toBe(1);
    const { duplicates = [], entered = [], rejected = [] } = found?.amounts ?? {};
    const litres = (totals: readonly { readonly quantity: string }[]) =>
      totals.reduce((sum, { quantity }) => sum + Math.round(Number(quantity) * 1000), 0);
    expect(litres([...entered, ...duplicates, ...rejected])).toBe(litres(end.report?.totals ?? []));
    expect(litres(entered)).toBeGreaterThan(0);
    expect(found?.refused.map(({ message }) => message)).toEqual([
      ...['no card 2', 'no card 3', 'no card 4', 'no card 5', 'no card 6'],
    ]);
    expect(found?.refused[0]).toMatchObject({ sheet: 'Fuel Card Transactions', rule: null });
  });

  it.each([
    ['a row that was entered in part', 'iidiiiiii', '1 of 2 lines were stored already'],
    ['an outcome that is none', 'iioiiiiid', ''],
  ])('TXN-13 has no amounts after %s', async (_, letters, message) => {
    expect(await after(letters, (at) => (at === 2 ? message : ''))).toEqual({
      ...{ amounts: undefined, refused: [] },
    });
  });

  it('TXN-13 has neither amounts nor rows if the result has more or fewer rows than were sent', async () => {
    const none = { amounts: undefined, refused: [] };
    expect(await after('iiiiiiir')).toEqual(none);
    expect(await after('iiiiiiiiir')).toEqual(none);
  });

  it('TXN-13 needs no result if all rows ended alike, and each is one line', async () => {
    const { totals } = end.report ?? { totals: [] };
    const of = (record: object, report: object = {}) =>
      rowOutcomes(options, file, {
        ...{ ...end, report: { ...end.report, ...report }, entered: record },
      } as unknown as typeof end);
    const counts = (imported: number, duplicates: number, rejected: number) => ({
      ...{ imported, duplicates, rejected },
    });
    const unknown = { amounts: undefined, refused: [] };
    expect(await of(counts(9, 0, 0))).toEqual({
      ...{ amounts: { entered: totals, duplicates: [], rejected: [] }, refused: [] },
    });
    expect(await of(counts(0, 9, 0))).toEqual({
      ...{ amounts: { entered: [], duplicates: totals, rejected: [] }, refused: [] },
    });
    for (const mixed of [counts(1, 8, 0), counts(4, 1, 4), counts(5, 2, 2)])
      expect(await of(mixed)).toEqual(unknown);
    expect(await of(counts(9, 0, 0), { lines: 10 })).toEqual(unknown);
  });

  it('TXN-13 reads the result of an import that an error ended', async () => {
    const path = join(dir, 'ended.csv');
    const rows = [...'idddddddd'].map((letter) => (letter === 'i' ? 'imported,' : 'duplicate,'));
    writeFileSync(path, ['import_status,import_message', ...rows].join('\r\n'));
    const entered = { imported: 1, duplicates: 8, rejected: 0, result: path };
    const found = await rowOutcomes(options, file, { ...end, entered } as unknown as typeof end);
    expect(lines(found?.amounts?.entered)).toBe(1);
    expect(lines(found?.amounts?.duplicates)).toBe(8);
  });

  it('TXN-13 knows that rows with an error were kept out, if they were', async () => {
    const sheet = pipelineSheet(DAY, 9);
    const wrong = sheet.rows.map((row, at) =>
      at === 1 ? row.map((cell, column) => (column === 4 ? 'someday' : cell)) : row,
    );
    const mixed = {
      name: 'daily.xlsx',
      blob: new Blob([workbookBytes([{ ...sheet, rows: wrong }])]),
    };
    const path = join(dir, 'kept.csv');
    const of = (letters: string, preflight: object | undefined) => {
      const rows = [...letters].map((letter) => (letter === 'i' ? 'imported,' : 'rejected,'));
      writeFileSync(path, ['import_status,import_message', ...rows].join('\r\n'));
      const entered = { imported: 7, duplicates: 0, rejected: 1, result: path };
      const ended = { ...end, entered, preflight } as unknown as typeof end;
      return rowOutcomes(options, mixed, ended);
    };
    const found = await of('riiiiiii', { keptOut: { rows: 1 } });
    expect(lines(found?.amounts?.entered)).toBe(7);
    expect(found?.refused).toEqual([
      {
        ...{ sheet: 'Fuel Card Transactions', row: expect.any(Number), message: '', cell: null },
        ...{ column: null, value: null, rule: null, expected: null },
      },
    ]);
    expect((await of('riiiiiii', undefined))?.amounts).toBeUndefined();
    expect(lines((await of('riiiiiiii', {}))?.amounts?.entered)).toBe(8);
  });

  it('TXN-13 names refused rows even if another outcome is odd', async () => {
    const found = await after('oriiiiiii');
    expect(found?.amounts).toBeUndefined();
    expect(found?.refused.map(({ message }) => message)).toEqual(['no card 1']);
  });

  it('TXN-13 has no amounts without the result, and nothing at all without an import', async () => {
    const record = { imported: 4, duplicates: 5, rejected: 0 };
    const of = (output: object | undefined) =>
      rowOutcomes(options, file, { ...end, output } as unknown as typeof end);
    expect(await of({ record })).toEqual({ amounts: undefined, refused: [] });
    const gone = { record, result: { location: join(dir, 'gone.csv') } };
    expect(await of(gone)).toEqual({ amounts: undefined, refused: [] });
    expect(await of(undefined)).toBeUndefined();
  });
});
