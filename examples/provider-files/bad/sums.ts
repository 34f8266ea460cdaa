import { demoCardNumber } from '../demo-cards.ts';
import { ESSO_HEADER } from '../esso.ts';
import { PIPELINE_HEADER, pipelineGroups, tractorRow } from '../pipeline.ts';
import { CANADIAN_STATIONS } from '../places.ts';
import { makeStop } from '../purchases.ts';
import { seededRandom } from '../random.ts';
import { type Cell, workbookBytes } from '../workbook.ts';
import {
  accepted,
  BAD_FILES_DAY,
  type BadFile,
  type Expectation,
  essoDetails,
  essoFile,
  essoSheetOf,
  fileOf,
  partly,
  withCells,
} from './build.ts';

const OLD = 'TXN-DATE-OLD';

/** Sums, taxes and signs that are wrong, and right ones that look wrong. */
export function sumFiles(): BadFile[] {
  return [
    ...taxFiles(),
    trailerFile('trailer_off_a_cent.xlsx', 0.01, 'FILE-TOTAL-CENT'),
    trailerFile('trailer_off_100.xlsx', 100, 'FILE-TOTAL'),
    reversalsFile(),
    centsFile(),
    amountFile(),
    grandTotalFile(),
    ...subtotalFiles(),
    headerRecordFile('header_currency.xlsx', 4, 'USD', 'E1 FILE-CURRENCY'),
    headerRecordFile('header_of_tomorrow.xlsx', 3, '20261121', 'D1 FILE-DATE'),
    headerRecordFile('header_without_day.xlsx', 3, '20261399', 'D1 FILE-DATE'),
  ];
}

/** Days on both sides of every change of a rate, and provinces of every regime. */
const EDGES = [
  ['2025-03-31', 'NS'],
  ['2025-04-01', 'NS'],
  ['2026-04-19', 'AB'],
  ['2026-04-20', 'AB'],
  ['2026-09-07', 'ON'],
  ['2026-09-08', 'ON'],
  [BAD_FILES_DAY, 'QC'],
  [BAD_FILES_DAY, 'BC'],
  [BAD_FILES_DAY, 'SK'],
  [BAD_FILES_DAY, 'MB'],
  [BAD_FILES_DAY, 'NB'],
  [BAD_FILES_DAY, 'NL'],
  [BAD_FILES_DAY, 'PE'],
] as const;

function taxFiles(): BadFile[] {
  const edges = EDGES.map(
    ([day, province], seed) => essoDetails(1, { day, province, seed })[0] ?? [],
  );
  // In March 2025 the carbon charge still ran and this line has none: a warning, as exemptions exist.
  const warnings = [
    'C3 TXN-DATE-OLD',
    'S3 TAX-CBT-RATE',
    ...[4, 5, 6].map((row) => `C${row} ${OLD}`),
  ];
  const [ontario = []] = essoDetails(1);
  const [quebec = []] = essoDetails(1, { province: 'QC' });
  const before = Number(ontario[20]) / 0.13;
  return [
    essoFile('tax_edges.xlsx', edges, accepted(EDGES.length, ...warnings)),
    essoFile(
      'tax_wrong.xlsx',
      [
        retaxed(ontario, { HST_AMT: 0, GST_AMT: round(before * 0.05) }),
        retaxed(quebec, { QST_AMT: 0 }),
        retaxed(ontario, { HST_AMT: round(before * 0.135) }),
        retaxed(ontario, { FET_RT: 0.1 }),
      ],
      partly(
        4,
        0,
        'T3 TAX-REGIME',
        'W4 TAX-QST',
        'U5 TAX-HST',
        'Z6 TXN-QTY',
        'Q6 TAX-FET',
        'U6 TAX-HST',
      ),
    ),
  ];
}

/** Other taxes with an amount that agrees with them. */
function retaxed(row: readonly Cell[], taxes: Parameters<typeof withCells>[1]): Cell[] {
  const changed = withCells(row, taxes);
  const sum = (cells: readonly Cell[]) =>
    ['GST_AMT', 'HST_AMT', 'QST_AMT']
      .map((field) => Number(cells[ESSO_HEADER.indexOf(field as never)]))
      .reduce((total, tax) => total + tax, 0);
  return withCells(changed, { AMT: round(Number(row[25]) - sum(row) + sum(changed)) });
}

const round = (value: number) => Math.round(value * 100) / 100;

function trailerFile(name: string, off: number, rule: string): BadFile {
  const sheet = essoSheetOf(essoDetails(5));
  const rows = sheet.rows.map((row) =>
    row[0] === 'TRL' ? [row[0], row[1], row[2], round(Number(row[3]) + off)] : row,
  );
  const expected: Expectation = accepted(5, `D8 ${rule}`);
  return { name, provider: 'ESSO', bytes: workbookBytes([{ ...sheet, rows }]), expected };
}

/** A reversal before its original, one of another day, a part of one, credits and lines of zero. */
function reversalsFile(): BadFile {
  const [sale = [], other = [], part = []] = essoDetails(3);
  const zero = { GST_AMT: 0, HST_AMT: 0, QTY: 0, AMT: 0 };
  return essoFile(
    'reversals.xlsx',
    [
      negated(sale, 1),
      sale,
      negated(other, 1),
      part,
      negated(part, 1),
      withCells(sale, zero),
      withCells(sale, { ...zero, AMT: -12.5 }),
      withCells(sale, { AMT: -Number(sale[25]) }),
    ],
    partly(8, 7, 'Z8 TXN-ZERO', 'Z9 TXN-CREDIT', 'Z10 TXN-SIGN'),
  );
}

function negated(row: readonly Cell[], share: number): Cell[] {
  const minus = (field: (typeof ESSO_HEADER)[number]) =>
    -Number(row[ESSO_HEADER.indexOf(field)]) * share + 0;
  return withCells(row, {
    QTY: minus('QTY'),
    GST_AMT: minus('GST_AMT'),
    HST_AMT: minus('HST_AMT'),
    AMT: minus('AMT'),
  });
}

/** Prices in cents where dollars are meant. */
function centsFile(): BadFile {
  const random = seededRandom(41);
  const stop = makeStop(
    random,
    CANADIAN_STATIONS.filter(({ province }) => province === 'AB'),
  );
  const good = tractorRow(random, stop, BAD_FILES_DAY);
  const cents = good.map((cell, column) => {
    const header = PIPELINE_HEADER[column] ?? '';
    const priced = ['Billed', 'Retail', 'Disc Rate'].includes(header);
    return priced ? Math.round(Number(cell) * 1e6) / 1e4 : cell;
  });
  return fileOf(
    'cents_as_dollars.xlsx',
    'Pipeline',
    [pipelineOf([good, cents])],
    partly(2, 1, 'O3 TXN-CENTS'),
  );
}

function amountFile(): BadFile {
  const [first = [], second = []] = essoDetails(2);
  return essoFile(
    'amount_wrong.xlsx',
    [first, withCells(second, { AMT: round(Number(second[25]) + 0.36) })],
    partly(2, 1, 'Z4 TXN-QTY'),
  );
}

function grandTotalFile(): BadFile {
  const random = seededRandom(43);
  const stop = makeStop(
    random,
    CANADIAN_STATIONS.filter(({ province }) => province === 'ON'),
  );
  const sheet = pipelineOf([tractorRow(random, stop, BAD_FILES_DAY)]);
  return fileOf(
    'grand_total_missing.xlsx',
    'Pipeline',
    [{ ...sheet, rows: sheet.rows.slice(0, -1) }],
    accepted(1, '- FILE-TOTAL-ROW'),
  );
}

/** The first card's subtotal is off; a grand total without its label is right. */
function subtotalFiles(): BadFile[] {
  const random = seededRandom(47);
  const stop = makeStop(
    random,
    CANADIAN_STATIONS.filter(({ province }) => province === 'ON'),
  );
  const other = { ...stop, card: demoCardNumber(7) };
  const sale = (at: typeof stop) => tractorRow(random, at, BAD_FILES_DAY);
  const sheet = pipelineOf([sale(stop), sale(stop), sale(other)]);
  const rows = sheet.rows.map((row, index) =>
    index === 3 ? row.map((cell) => (cell === undefined ? cell : Number(cell) + 2)) : row,
  );
  const last = rows.length - 1;
  const unlabelled = sheet.rows.map((row, index) => (index === last ? row.with(0, '') : row));
  return [
    fileOf(
      'subtotal_off.xlsx',
      'Pipeline',
      [{ ...sheet, rows }],
      accepted(3, 'L4 FILE-SUBTOTAL', 'W4 FILE-SUBTOTAL'),
    ),
    fileOf(
      'grand_total_unlabelled.xlsx',
      'Pipeline',
      [{ ...sheet, rows: unlabelled }],
      accepted(3, '- FILE-TOTAL-ROW'),
    ),
  ];
}

/** One cell of the header record changed. */
function headerRecordFile(name: string, at: number, value: string, issue: string): BadFile {
  const sheet = essoSheetOf(essoDetails(3));
  const rows = sheet.rows.map((row) => (row[0] === 'HDR' ? row.with(at, value) : row));
  return fileOf(name, 'ESSO', [{ ...sheet, rows }], accepted(3, issue));
}

function pipelineOf(rows: readonly (readonly Cell[])[]) {
  return { name: 'Sheet1', rows: [[...PIPELINE_HEADER], ...pipelineGroups(rows)] };
}
