import { type BookType, utils, write } from 'xlsx';
import type { Random } from '../random.ts';
import { characters, plainText, type RecordWriter, u16s, u32s } from './biff-records.ts';
import { compoundOf } from './compound-file.ts';
import type { OddCell, OddGrid, OddRow, OddSheet } from './grid.ts';
import { BIFF8, PART, RECORD } from './record-types.ts';
import { type RawBook, type RawCell, type RawRow, xlsStream } from './xls-workbook.ts';

/** Types that mean nothing to a reader of cells: a note, a link, a drawing, a place in an index, a merge. */
const PASSED_OVER = [0x00d7, 0x00ec, 0x020b, 0x00e5, 0x0862, 0x01b0];

function formulaResult(result: OddCell | undefined): Extract<RawCell, { formula: unknown }> {
  switch (result?.kind) {
    case 'text':
      return { formula: result.text === '' ? null : result.text };
    case 'number':
    case 'boolean':
      return { formula: result.value };
    case 'error':
      return { formula: { error: result.code } };
    default:
      // In .xls a formula cannot stand without its value.
      return { formula: 0 };
  }
}

function rawCell(random: Random, cell: OddCell | undefined): RawCell {
  switch (cell?.kind) {
    case 'text':
      return random.chance(0.1) && cell.text.length < 256 ? { label: cell.text } : cell.text;
    case 'number':
      return random.chance(0.2) ? { double: cell.value } : cell.value;
    case 'boolean':
      return cell.value;
    case 'error':
      return { error: cell.code };
    case 'formula':
      return formulaResult(cell.result);
    default:
      return undefined;
  }
}

/** A chart inside a sheet. Its cells are not the sheet's. */
function embeddedChart(writer: RecordWriter): void {
  writer.record(RECORD.bof, u16s(BIFF8, PART.chart, 0, 0, 0, 0, 0, 0));
  writer.record(RECORD.label, [...u16s(0, 0, 15), ...plainText('of the chart')]);
  writer.record(RECORD.eof);
}

/** A formula whose text follows the record of a shared formula. */
function sharedFormula(writer: RecordWriter, row: number): void {
  const value = [0, 0, 0, 0, 0, 0, 255, 255];
  const tokens = [...u16s(5), 1, ...u16s(row, 0)];
  writer.record(RECORD.formula, [...u16s(row, 0, 15), ...value, ...u16s(8), ...u32s(0), ...tokens]);
  writer.record(0x04bc, [...u16s(row, row), 0, 0, 0, 1, ...u16s(3), 0x1e, ...u16s(7)]);
  writer.record(RECORD.text, plainText('of a shared formula'));
}

/** A text of a formula that is longer than a record may be. */
function longFormulaText(writer: RecordWriter, row: number): void {
  const value = [0, 0, 0, 0, 0, 0, 255, 255];
  writer.record(RECORD.formula, [
    ...u16s(row, 1, 15),
    ...value,
    ...u16s(0),
    ...u32s(0),
    ...u16s(0),
  ]);
  const narrow = 'a text that goes on and on '.repeat(250);
  const wide = 'Ω'.repeat(2000);
  writer.record(RECORD.text, [
    ...u16s(narrow.length + wide.length),
    0,
    ...characters(narrow, false),
  ]);
  writer.record(RECORD.continued, [1, ...characters(wide, true)]);
}

function* rawRows(random: Random, { rows }: OddSheet): Generator<RawRow | undefined> {
  const byRow = new Map(rows.map((row): [number, OddRow] => [row.row, row]));
  const last = rows.at(-1)?.row ?? 0;
  for (let row = 1; row <= last; row += 1) {
    const cells = byRow.get(row)?.cells;
    if (cells === undefined) yield undefined;
    else if (random.chance(0.1)) {
      yield random.pick([sharedFormula, longFormulaText, embeddedChart]);
    } else yield cells.map((cell) => rawCell(random, cell));
  }
  if (random.chance(0.5)) {
    yield (writer) => {
      for (const type of PASSED_OVER) writer.record(type, u16s(0, 0, 0, 0, 0, 0));
    };
  }
}

function book(random: Random, grid: OddGrid): RawBook {
  const sheets = grid.sheets.map((sheet) => ({
    name: sheet.name,
    hidden: sheet.hidden,
    rows: rawRows(random, sheet),
  }));
  const chart = { name: 'A chart', part: PART.chart, rows: [['none of the data']] };
  const texts = Array.from({ length: random.pick([0, 3, 60]) }, (_, index) => ({
    text: `rich text ${index} ${'é'.repeat(random.between(0, 90))}`,
    wide: random.chance(0.5),
    runs: random.pick([0, 0, 3, 40]),
    phonetic: random.pick([0, 0, 14, 200]),
  }));
  return {
    date1904: grid.date1904,
    sheets: random.chance(0.2) ? [...sheets, chart] : sheets,
    texts,
    maxBody: random.pick([32, 100, 1000, 8224]),
  };
}

/** Sectors in any order, as in a file that was saved many times. */
function shuffled(random: Random): (count: number) => readonly number[] {
  return (count) => {
    const order = Array.from({ length: count }, (_, index) => index);
    for (let index = count - 1; index > 0; index -= 1) {
      const other = random.between(0, index);
      [order[index], order[other]] = [order[other] as number, order[index] as number];
    }
    return order;
  };
}

/** An .xls as programs have written it since 1997, in all ways that the records leave open. */
export function oddXls(random: Random, grid: OddGrid): Uint8Array<ArrayBuffer> {
  const order = random.chance(0.5) ? shuffled(random) : undefined;
  return compoundOf(xlsStream(book(random, grid)), {
    ...(order && { order }),
    name: random.pick(['Workbook', 'Workbook', 'WORKBOOK']),
    sectorSize: random.pick([512, 512, 4096]),
  });
}

function sheetJsCell(cell: OddCell | undefined) {
  if (cell?.kind === 'text') return cell.text;
  if (cell?.kind === 'number' || cell?.kind === 'boolean') return cell.value;
  return null;
}

/** Writes the same with SheetJS, which also supports older versions; for small workbooks only. */
export function oldXls(
  { date1904, sheets }: OddGrid,
  bookType: 'biff8' | 'biff5' | 'biff4' | 'biff3' | 'biff2',
): Uint8Array<ArrayBuffer> {
  const made = utils.book_new();
  made.Workbook = { WBProps: { date1904 } };
  for (const { name, rows } of sheets) {
    const cells = rows.map((row) => row.cells.slice(0, 9).map(sheetJsCell));
    utils.book_append_sheet(made, utils.aoa_to_sheet(cells), name);
  }
  const written = write(made, { type: 'array', bookType: bookType as BookType });
  return new Uint8Array(written as ArrayBuffer);
}
