import { expect, it, vi } from 'vitest';
import {
  type OddWorkbook,
  oddWorkbooks,
} from '../../../../../examples/provider-files/odd/odd-workbooks.ts';
import { openWorkbook } from './open-workbook.ts';
import { openWithSheetJs } from './sheetjs/open-with-sheetjs.ts';
import { allRows, fileOf, readBySheetJs, rowsBySheetJs } from './workbooks.test-kit.ts';

// Files share a worker's modules: the readers are loaded anew, so that they call the spy.
vi.hoisted(() => vi.resetModules());
vi.mock('./sheetjs/open-with-sheetjs.ts', { spy: true });

/** `npm run corpus` uses more of them. */
const COUNT = Number(process.env.CORPUS ?? 160);
const SEED = Number(process.env.CORPUS_SEED ?? 1);

function bySheetJs(bytes: Uint8Array) {
  const book = readBySheetJs(bytes, { dense: true, cellText: false });
  const sheets = book.SheetNames.flatMap((name, index) => {
    const type = book.Sheets[name]?.['!type'] ?? 'sheet';
    return type === 'sheet' ? [{ name, rows: rowsBySheetJs(bytes, index) }] : [];
  });
  return { date1904: book.Workbook?.WBProps?.date1904 === true, sheets };
}

async function byUs({ bytes, name }: OddWorkbook) {
  const workbook = await openWorkbook(fileOf(bytes, name));
  const sheets = [];
  for (const [index, sheet] of workbook.sheets.entries()) {
    sheets.push({ name: sheet.name, rows: await allRows(workbook, index) });
  }
  return { date1904: workbook.date1904, sheets };
}

it(`TXN-04 ${COUNT} odd workbooks read like in SheetJS, cell by cell`, async () => {
  const taken = { xls: 0, xlsx: 0 };
  const left = { xls: 0, xlsx: 0 };
  for await (const odd of oddWorkbooks(COUNT, SEED)) {
    vi.mocked(openWithSheetJs).mockClear();
    const ours = await byUs(odd);
    expect(ours, odd.name).toEqual(bySheetJs(odd.bytes));
    const kind = odd.name.endsWith('.xls') ? 'xls' : 'xlsx';
    (vi.mocked(openWithSheetJs).mock.calls.length === 0 ? taken : left)[kind] += 1;
  }
  // Otherwise a reader of our own that passed everything on would agree as well.
  expect(left.xls).toBe(0);
  expect(taken.xls).toBeGreaterThan(COUNT / 4);
  expect(taken.xlsx).toBeGreaterThan(left.xlsx * 2);
  expect(left.xlsx).toBeGreaterThan(0);
}, 900_000);
