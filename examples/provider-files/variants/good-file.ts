import { BAD_FILES_DAY } from '../bad/build.ts';
import { comdataSheet } from '../comdata.ts';
import { essoRecords, essoSheet } from '../esso.ts';
import { pipelineGroups, pipelineSheet } from '../pipeline.ts';
import { seededRandom } from '../random.ts';
import { suncoreSheet } from '../suncore.ts';
import { tapetroSheet } from '../tapetro.ts';
import { addDays, type Cell, type Sheet } from '../workbook.ts';

export const PROVIDERS = ['ESSO', 'Suncore', 'Comdata', 'Pipeline', 'TAPetro'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What the variants touch, by the header each provider prints. */
export const FIELDS = {
  ESSO: {
    card: 'CARD_NO',
    date: 'TRAN_DATE',
    time: 'TRAN_TIME',
    province: 'STN_PRV',
    product: 'PRD_CD',
    quantity: 'QTY',
    price: 'NET_PRICE',
    amount: 'AMT',
    driver: 'DRIVER_ID',
  },
  Suncore: {
    card: 'Card Number',
    date: 'Date',
    time: 'Time',
    province: 'Prv',
    product: 'Product Code',
    quantity: 'Litres',
    price: 'Price excl. GST/HST/PST',
    amount: 'Total',
    driver: 'Driver',
  },
  Comdata: {
    card: 'Comchek Card Number',
    date: 'Transaction Date',
    time: 'Transaction Time',
    province: 'Truck Stop State',
    product: 'Product Code 1',
    quantity: 'Number of Tractor Gallons',
    price: 'Tractor Fuel Price Per Gallon',
    amount: 'Total Amount Due',
    driver: "Driver's Name",
    currency: 'Billable Currency',
  },
  Pipeline: {
    card: 'Card #',
    date: 'Date',
    time: '',
    province: 'Prov',
    product: 'Prod',
    quantity: 'Qty',
    price: 'Billed',
    amount: 'Final Amt',
    driver: 'Driver Name',
    currency: 'Cur',
  },
  TAPetro: {
    card: 'Card #',
    date: 'Tran Date',
    time: 'POS Time',
    province: 'State/ Prov',
    product: 'Item',
    quantity: 'Qty',
    price: 'PPU',
    amount: 'Amt',
    driver: 'Driver Name',
    currency: 'Currency',
  },
} as const satisfies Record<Provider, Record<string, string>>;
export type Field = keyof (typeof FIELDS)['Comdata'];

/** A transaction's row: its sheet and its index in it, both zero-based. */
export interface Place {
  readonly sheet: number;
  readonly row: number;
}

/** 'card day product quantity amount currency' of one purchase, as a clerk would read it aloud. */
export type Purchase = string;

/** A right file of twelve rows, where everything is in it, and what was bought. */
export interface GoodFile {
  readonly provider: Provider;
  readonly sheets: readonly Sheet[];
  /** Zero-based, the same in each sheet. */
  readonly headerRow: number;
  readonly headers: readonly string[];
  readonly rows: readonly Place[];
  /** Of each row; reckoned from the generator's own cells and never by the check. */
  readonly purchases: readonly (readonly Purchase[])[];
}

const ROWS = 12;

export interface GoodOptions {
  readonly seed: number;
  readonly day?: string;
  /** Everything on one sheet, as in text files. */
  readonly single?: boolean;
  readonly rows?: number;
}

/** The same options make the same file. */
export function goodFile(
  provider: Provider,
  { seed, day = BAD_FILES_DAY, single = false, rows = ROWS }: GoodOptions,
): GoodFile {
  return described(provider, sheetsOf(provider, { seed, day, single, rows }));
}

function sheetsOf(
  provider: Provider,
  { seed, day, single, rows }: Required<GoodOptions>,
): readonly Sheet[] {
  switch (provider) {
    case 'ESSO': {
      // The lines that were verified by hand are last, because their days are earlier.
      const made = essoSheet(day, rows + 10, seed);
      return [{ ...made, rows: essoRecords(day, made.rows.slice(2, 2 + rows)) }];
    }
    case 'Suncore': {
      const random = seededRandom(seed);
      if (single) return [suncoreSheet(random, day, rows)];
      const half = Math.floor(rows / 2);
      return [suncoreSheet(random, addDays(day, -1), half), suncoreSheet(random, day, rows - half)];
    }
    case 'Comdata':
      return [comdataSheet(day, rows, seed)];
    case 'Pipeline': {
      const { name, rows: all } = pipelineSheet(day, rows + 1, seed);
      const sales = all.slice(1).filter((row) => row[1] !== undefined);
      const golden = sales.filter((row) => !isoDay(row[4]).startsWith('2026-07'));
      return [{ name, rows: [all[0] ?? [], ...pipelineGroups(golden.slice(0, rows))] }];
    }
    case 'TAPetro':
      return [tapetroSheet(day, rows, seed)];
  }
}

/** A file of these sheets, with its purchases read off the cells. */
export function described(provider: Provider, sheets: readonly Sheet[]): GoodFile {
  const { date, amount, card } = FIELDS[provider];
  const first = sheets[0]?.rows ?? [];
  const headerRow = first.findIndex((row) => row.includes(date) && row.includes(amount));
  const headers = (first[headerRow] ?? []).map(String);
  const rows = sheets.flatMap(({ rows: all }, sheet) =>
    all.flatMap((cells, row) => {
      const sold = /\d{4}$/.test(String(cells[headers.indexOf(card)] ?? ''));
      return row > headerRow && sold && cells.length > 4 ? [{ sheet, row }] : [];
    }),
  );
  const purchases = rows.map(({ sheet, row }) =>
    purchasesOf(provider, headers, sheets[sheet]?.rows[row] ?? []),
  );
  return { provider, sheets, headerRow, headers, rows, purchases };
}

/** YYYY-MM-DD of a cell as one of the five providers writes it. */
export function isoDay(cell: Cell): string {
  if (typeof cell === 'object') {
    return new Date((Math.floor(Number(cell.v)) - 25_569) * 86_400_000).toISOString().slice(0, 10);
  }
  const text = String(cell);
  if (/^\d{8}$/.test(text)) return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  return year === undefined ? text.slice(0, 10) : `${year}-${month}-${day}`;
}

const CURRENCIES: Readonly<Record<string, string>> = {
  CN: 'CAD',
  C: 'CAD',
  'CAD/Liters': 'CAD',
  US: 'USD',
  U: 'USD',
  'USD/Gallons': 'USD',
};

/** The purchases of one row of a good file. */
function purchasesOf(
  provider: Provider,
  headers: readonly string[],
  cells: readonly Cell[],
): Purchase[] {
  const fields: Readonly<Record<string, string>> = FIELDS[provider];
  const cell = (header: string | undefined) =>
    header === undefined ? undefined : cells[headers.indexOf(header)];
  const number = (header: string | undefined) =>
    Number(String(cell(header) ?? 0).replace(/[$ ]/g, '') || 0);
  const currency =
    CURRENCIES[String(cell(fields.currency) ?? '')] ??
    (provider === 'ESSO' || provider === 'Suncore' ? 'CAD' : 'USD');
  const purchase = (product: string, quantity: number, amount: number): Purchase =>
    [
      String(cell(fields.card)),
      isoDay(cell(fields.date)),
      product,
      cents(quantity),
      cents(amount),
      currency,
    ].join(' ');
  if (provider !== 'Comdata') {
    return [purchase(String(cell(fields.product)), number(fields.quantity), number(fields.amount))];
  }
  return [
    purchase('TRACTOR', number('#2 Diesel Gallons'), number('#2 Diesel Cost')),
    purchase('OTHER', number('Other Fuel Gallons'), number('Other Fuel Cost')),
    purchase('REEFER', number('Number of Reefer Gallons'), number('Cost of Reefer Fuel')),
    purchase('CASH', 0, number('Cash Advance Amount')),
    purchase('FEE', 0, number('Charges for Cash Advance')),
    purchase(String(cell('Product Code 1')), 0, number('Product Amount 1')),
  ].filter((line) => !line.includes(' 0.00 0.00 '));
}

/** Two places, and no minus before nothing. */
function cents(value: number): string {
  return (Math.round(value * 100) / 100 + 0).toFixed(2);
}

/** Sums of purchases by currency: 'CAD 6189.12'. */
export function sumsOf(purchases: readonly Purchase[]): string[] {
  const sums = new Map<string, number>();
  for (const purchase of purchases) {
    const [currency = '', amount = ''] = purchase.split(' ').reverse();
    sums.set(currency, (sums.get(currency) ?? 0) + Math.round(Number(amount) * 100));
  }
  return [...sums].map(([currency, sum]) => `${currency} ${(sum / 100).toFixed(2)}`).sort();
}
