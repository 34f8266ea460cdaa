import { accepted, partly, refused } from '../bad/build.ts';
import { pipelineSheet } from '../pipeline.ts';
import { addDays, type Cell, realDate, type Sheet, workbookBytes } from '../workbook.ts';
import {
  BAD_RATES_TODAY,
  type BadRateFile,
  essoFile,
  essoRates,
  pipelineFile,
  pipelineRates,
  SITES,
  times,
  withoutRows,
  withRow,
  YESTERDAY,
} from './build.ts';
import { essoRateName } from './good-rates.ts';
import { tapetroRateSheet } from './tapetro-rates.ts';

export { BAD_RATES_TODAY, type BadRateFile } from './build.ts';

/** Rate files as they go wrong, made in memory, each with the answer that is right. */
export function badRates(): BadRateFile[] {
  return [...fileFiles(), ...dayFiles(), ...cellFiles(), ...formerFiles()];
}

/** Files that are no rates of the provider, and rates in disguise. */
function fileFiles(): BadRateFile[] {
  const good = pipelineRates();
  const renamed = { 'NAME ': 'REGION', 'PRICE/LTR. ': 'Price / Ltr' } as Record<string, string>;
  const esso = essoRates();
  const respelled = {
    ...esso,
    rows: esso.rows.map((row) => row.map((cell) => renamed[String(cell)] ?? cell)),
  };
  return [
    essoFile(good, refused('wrong_provider', 'Choose Pipeline'), {
      name: 'pipeline_as_esso_20261117.xls',
    }),
    pipelineFile(
      'transactions_as_rates.xlsx',
      pipelineSheet(BAD_RATES_TODAY, 8),
      refused('wrong_provider', "Pipeline's transactions"),
    ),
    pipelineFile('rate_header_only.xlsx', withoutRows(good, 3, 4, 5), refused('no_rows', '0 rows')),
    pipelineFile(
      'rate_col_missing.xlsx',
      { ...good, rows: good.rows.map((row) => row.toSpliced(16, 1)) },
      refused('missing_columns', "'Your'"),
    ),
    essoFile(esso, accepted(4), { type: 'csv' }),
    essoFile(respelled, accepted(4, 'B1 FILE-EXTRA-COLUMN')),
    {
      ...pipelineFile('rate_too_large.xlsx', good, refused('too_large')),
      bytes: new Uint8Array(1_000_001),
    },
  ];
}

/** Days on which prices apply: a different one, none, a range, and several sheets. */
function dayFiles(): BadRateFile[] {
  const good = pipelineRates();
  const old = pipelineRates(YESTERDAY);
  const headed = (...cells: Cell[]): Sheet => ({ ...good, rows: [cells, ...good.rows.slice(1)] });
  const days = (from: string, to: string) => headed(`Effective ${from} to ${to}`);
  const tomorrow = addDays(BAD_RATES_TODAY, 1);
  return [
    pipelineFile('rate_today_missing.xlsx', old, accepted(3, 'A1 RATE-DATE')),
    pipelineFile('rate_today_accepted.xlsx', old, accepted(3, 'A1 RATE-DATE'), {
      accept: ['RATE-DATE', 'RATE-CHANGE'],
    }),
    pipelineFile('rate_of_tomorrow.xlsx', pipelineRates(tomorrow), accepted(3, 'A1 RATE-DATE')),
    pipelineFile('rate_weekend.xlsx', days(YESTERDAY, tomorrow), accepted(3)),
    pipelineFile(
      'rate_day_beside.xlsx',
      headed('Effective:', realDate(BAD_RATES_TODAY)),
      accepted(3),
    ),
    pipelineFile('rate_day_garbled.xlsx', days('2026-13-45', ''), accepted(3, 'A1 RATE-NO-DATE')),
    pipelineFile(
      'rate_range_reversed.xlsx',
      days(tomorrow, YESTERDAY),
      accepted(3, 'A1 RATE-NO-DATE'),
    ),
    essoFile(essoRates(), accepted(4, '- RATE-DATE'), { name: essoRateName(YESTERDAY) }),
    essoFile(essoRates(), accepted(4, '- RATE-NO-DATE'), { name: 'rate_no_date.xls' }),
    pipelineFile('rate_2sheets.xlsx', [old, good], accepted(3, 'A1 RATE-SHEET-DAY')),
    pipelineFile(
      'rate_2sheets_old.xlsx',
      [pipelineRates(addDays(YESTERDAY, -1)), old],
      accepted(6, 'A1 RATE-DATE', 'A1 RATE-DATE'),
    ),
  ];
}

const PRICED = [
  'Cost',
  'Freight',
  'Base',
  'FET',
  'PFT',
  'Fuel',
  'SalesTax',
  'InTax',
  'QST',
  'Retail',
  'Your',
  'Savings',
] as const;
const allPrices = (factor: number) =>
  Object.fromEntries(PRICED.map((header) => [header, times(factor)]));

/** Cells that are empty, unknown, doubled, in another measure, or that do not add up. */
function cellFiles(): BadRateFile[] {
  const good = pipelineRates();
  const esso = essoRates();
  const added = (by: number) => (cell: Cell) => Math.round((Number(cell) + by) * 1e4) / 1e4;
  const banner = { ...good, rows: [['Prices in US $ per gallon'], ...good.rows] };
  const twice = { ...good, rows: [...good.rows, good.rows[2] ?? []] };
  return [
    pipelineFile(
      'rate_cents_as_dollars.xlsx',
      withRow(good, 4, allPrices(100)),
      partly(3, 2, 'L4 RATE-CENTS'),
    ),
    essoFile(
      withRow(esso, 3, { 'PRICE/LTR.': times(0.01), 'TOTAL PRICE': times(0.01) }),
      partly(4, 3, 'K3 TXN-PLACES', 'K3 RATE-DOLLARS', 'K3 RATE-SUM', 'N3 RATE-SUM'),
    ),
    pipelineFile(
      'rate_range.xlsx',
      withRow(good, 3, allPrices(2.5)),
      partly(3, 2, 'L3 RATE-RANGE'),
    ),
    pipelineFile(
      'rate_wrong_currency.xlsx',
      banner,
      accepted(3, 'A1 RATE-CURRENCY', 'A1 RATE-CURRENCY'),
    ),
    pipelineFile(
      'rate_american_site.xlsx',
      withRow(good, 3, { Prov: 'MI' }),
      partly(3, 2, 'D3 RATE-CURRENCY'),
    ),
    pipelineFile(
      'rate_currency_column.xlsx',
      {
        ...good,
        rows: good.rows.map((row, index) => [...row, ['', 'Cur', 'CN', 'US', 'CAD'][index]]),
      },
      partly(3, 2, 'S4 RATE-CURRENCY'),
    ),
    pipelineFile(
      'rate_site_missing.xlsx',
      withRow(good, 3, { Site: '' }),
      partly(3, 2, 'A3 RATE-REQUIRED'),
    ),
    pipelineFile('rate_duplicate_site.xlsx', twice, partly(4, 3, 'A6 RATE-DUPLICATE')),
    pipelineFile(
      'rate_province.xlsx',
      withRow(good, 5, { Prov: 'XX' }),
      partly(3, 2, 'D5 RATE-PROVINCE'),
    ),
    essoFile(withRow(esso, 2, { PRODUCT: 'KEROSENE' }), partly(4, 3, 'E2 RATE-PRODUCT')),
    pipelineFile(
      'rate_price_missing.xlsx',
      withRow(good, 3, { Fuel: undefined }),
      partly(3, 2, 'L3 RATE-REQUIRED'),
    ),
    pipelineFile(
      'rate_price_text.xlsx',
      withRow(good, 3, { Fuel: 'call' }),
      partly(3, 2, 'L3 TXN-NUMBER'),
    ),
    pipelineFile(
      'rate_sum_off.xlsx',
      withRow(good, 3, { Fuel: added(0.01) }),
      partly(3, 2, 'L3 RATE-SUM', 'N3 RATE-SUM', 'Q3 RATE-SUM'),
    ),
    essoFile(withRow(esso, 3, { 'TOTAL PRICE': added(0.01) }), accepted(4, 'N3 RATE-SUM-ROUNDING')),
    essoFile(withRow(esso, 3, { 'TOTAL PRICE': added(0.02) }), partly(4, 3, 'N3 RATE-SUM')),
    tapetroDefFile(),
  ];
}

/** A site of two fuels names its DEF price twice, and not the same. */
function tapetroDefFile(): BadRateFile {
  const sheet = tapetroRateSheet(BAD_RATES_TODAY);
  const sites = sheet.rows.map((row) => row[1]);
  const second = sites.findIndex((site, index) => index > 2 && site === sites[index - 1]);
  const rows = sheet.rows.map((row, index) => (index === second ? row.with(15, 3.999) : row));
  const data = rows.length - 2;
  return {
    name: 'rate_def_twice.xlsx',
    provider: 'TA-Petro',
    bytes: workbookBytes([{ ...sheet, rows }]),
    expected: partly(data, data - 1, `B${second + 1} RATE-DUPLICATE`),
  };
}

/** Guards against the rates in force before. */
function formerFiles(): BadRateFile[] {
  const good = pipelineRates();
  const fuel = (row: number) => Number(good.rows[row - 1]?.[11]);
  const former = SITES.map((site) => {
    const row = good.rows.findIndex((cells) => cells[0] === site) + 1;
    return { site, product: 'DIESEL', price: fuel(row).toFixed(4) };
  });
  const moved = former.map((rate, index) =>
    index === 0 ? { ...rate, price: (Number(rate.price) / 1.3).toFixed(4) } : rate,
  );
  const first = good.rows.findIndex((cells) => cells[0] === SITES[0]) + 1;
  const elsewhere = { site: '99999', product: 'DIESEL', price: '1.5000' };
  const def = { site: SITES[0] ?? '', product: 'DEF', price: '1.2000' };
  const change = `L${first} RATE-CHANGE`;
  return [
    pipelineFile('rate_former_same.xlsx', good, accepted(3), { former }),
    pipelineFile('rate_moved.xlsx', good, partly(3, 2, change), { former: moved }),
    pipelineFile('rate_moved_within.xlsx', good, accepted(3), {
      former: moved,
      maxChangePercent: 31,
    }),
    pipelineFile('rate_moved_accepted.xlsx', good, accepted(3, change), {
      former: moved,
      accept: ['RATE-CHANGE'],
    }),
    pipelineFile('rate_one_site_missing.xlsx', good, accepted(3, '- RATE-MISSING-SITES'), {
      former: [...former, elsewhere],
    }),
    pipelineFile('rate_product_missing.xlsx', good, accepted(3, '- RATE-MISSING-SITES'), {
      former: [...former, def],
    }),
    pipelineFile(
      'rate_site_unreadable.xlsx',
      withRow(good, first, { Fuel: 'call' }),
      partly(3, 2, `L${first} TXN-NUMBER`),
      {
        former,
      },
    ),
  ];
}
