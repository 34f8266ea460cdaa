import type { FormerRate, RateProvider } from '@forecourt/core/provider-files';
import { type Random, seededRandom } from '../random.ts';
import { BAD_RATES_TODAY } from '../rates/bad-rates.ts';
import { essoRateName } from '../rates/good-rates.ts';
import { addDays, type Cell, type GeneratedFile, type Sheet, workbookBytes } from '../workbook.ts';
import { type BaseFile, baseRates, withCell } from './base-files.ts';
import { reference, type SeededDefect } from './seeded-files.ts';
import { unusualFile } from './shapes.ts';

const PROVIDERS: readonly RateProvider[] = ['TA-Petro', 'Pipeline', 'Esso'];

export interface SeededRates extends GeneratedFile {
  readonly provider: RateProvider;
  readonly former?: readonly FormerRate[];
  readonly defects: readonly SeededDefect[];
}

interface RateDefect {
  readonly rule: string;
  readonly field: string;
  readonly of?: readonly RateProvider[];
  readonly spoil: (cell: Cell, row: readonly Cell[]) => Cell;
  readonly value?: string;
}

const to = (value: Cell) => () => value;
const times = (factor: number) => (cell: Cell) => Math.round(Number(cell) * factor * 1e4) / 1e4;
const plus = (more: number) => (cell: Cell) => Math.round((Number(cell) + more) * 1e4) / 1e4;
const IN_DOLLARS: readonly RateProvider[] = ['TA-Petro', 'Pipeline'];

const DEFECTS: readonly RateDefect[] = [
  { rule: 'RATE-REQUIRED', field: 'site', spoil: to('') },
  { rule: 'RATE-REQUIRED', field: 'province', spoil: to('') },
  { rule: 'RATE-REQUIRED', field: 'price', spoil: to('') },
  { rule: 'RATE-PROVINCE', field: 'province', spoil: to('XX'), value: 'XX' },
  { rule: 'RATE-CURRENCY', field: 'province', of: ['Pipeline', 'Esso'], spoil: to('MI') },
  { rule: 'RATE-CURRENCY', field: 'province', of: ['TA-Petro'], spoil: to('ON') },
  {
    rule: 'RATE-PRODUCT',
    field: 'product',
    of: ['TA-Petro', 'Esso'],
    spoil: to('KEROSENE'),
    value: 'KEROSENE',
  },
  { rule: 'TXN-NUMBER', field: 'price', spoil: to('call'), value: 'call' },
  { rule: 'TXN-DECIMAL-COMMA', field: 'price', spoil: to('1,5'), value: '1,5' },
  { rule: 'TXN-CELL', field: 'price', spoil: to({ t: 'e', v: 23 }), value: '#REF!' },
  { rule: 'RATE-PRICE', field: 'price', spoil: to(0) },
  { rule: 'RATE-CENTS', field: 'price', of: IN_DOLLARS, spoil: times(100) },
  { rule: 'RATE-DOLLARS', field: 'price', of: ['Esso'], spoil: times(0.01) },
  { rule: 'RATE-RANGE', field: 'price', of: IN_DOLLARS, spoil: times(2.9) },
  { rule: 'RATE-SUM', field: 'price', of: ['Pipeline', 'Esso'], spoil: plus(0.06) },
  { rule: 'RATE-SUM', field: 'savings', of: ['TA-Petro'], spoil: plus(0.06) },
];

type Made = Pick<SeededRates, 'defects' | 'former'> & { readonly sheets: readonly Sheet[] };

function cellFile(base: BaseFile, random: Random): Made {
  const place = random.pick(base.rows);
  const provider = base.provider as RateProvider;
  const { field, rule, spoil, value } = random.pick(
    DEFECTS.filter(({ of, field }) => base.columnOf(field) >= 0 && (!of || of.includes(provider))),
  );
  const column = base.columnOf(field);
  const row = base.sheets[place.sheet]?.rows[place.row] ?? [];
  const defect: SeededDefect = {
    rule,
    sheet: base.sheets[place.sheet]?.name ?? null,
    row: place.row + 1,
    column: null,
    cell: reference(column, place.row),
    ...(value !== undefined && { value }),
  };
  return {
    sheets: withCell(base.sheets, place, column, spoil(row[column], row)),
    defects: [defect],
  };
}

/** Held against former rates: one price moved, or a site is gone. */
function formerFile(base: BaseFile, random: Random): Made {
  const column = base.columnOf('price');
  const [sheet] = base.sheets;
  const place = random.pick(base.rows);
  const row = sheet?.rows[place.row] ?? [];
  const cents = base.provider === 'Esso' ? 0.01 : 1;
  const product = base.columnOf('product') < 0 ? 'DIESEL' : String(row[base.columnOf('product')]);
  const site = String(row[base.columnOf('site')]);
  const price = Number(row[column]) * cents;
  const gone = random.chance(0.5);
  const former = [
    gone
      ? { site: '99999', product: 'DIESEL', price: '1.5000' }
      : { site, product, productCode: product, price: (price * 1.2).toFixed(4) },
  ];
  const nowhere = { sheet: sheet?.name ?? null, row: null, column: null, cell: null };
  const at = {
    sheet: sheet?.name ?? null,
    row: place.row + 1,
    column: null,
    cell: reference(column, place.row),
  };
  const defect = gone ? { rule: 'RATE-MISSING-SITES', ...nowhere } : { rule: 'RATE-CHANGE', ...at };
  return { sheets: base.sheets, former, defects: [defect] };
}

/** The same site and product again. */
function doubled(base: BaseFile): Made {
  const [sheet] = base.sheets;
  const place = base.rows[0];
  if (!sheet || !place) throw new Error('There are no rates.');
  const rows = [...sheet.rows, sheet.rows[place.row] ?? []];
  const at = { sheet: sheet.name, row: rows.length, column: null };
  const cell = reference(base.columnOf('site'), rows.length - 1);
  return { sheets: [{ ...sheet, rows }], defects: [{ rule: 'RATE-DUPLICATE', ...at, cell }] };
}

function badRate(index: number, random: Random): SeededRates {
  const provider = PROVIDERS[index % PROVIDERS.length] ?? 'Esso';
  const stale = random.chance(0.15);
  const day = stale ? addDays(BAD_RATES_TODAY, -random.between(1, 9)) : BAD_RATES_TODAY;
  const base = baseRates(provider, day, random);
  const nowhere = { sheet: null, row: null, column: null, cell: null };
  const old: Made = { sheets: base.sheets, defects: [{ rule: 'RATE-DATE', ...nowhere }] };
  const other = () =>
    random.chance(0.2)
      ? formerFile(base, random)
      : random.chance(0.1)
        ? doubled(base)
        : cellFile(base, random);
  const { sheets, ...made } = stale ? old : other();
  const name = provider === 'Esso' ? essoRateName(day) : `seeded-${index}-${provider}.xlsx`;
  return { name, provider, bytes: workbookBytes(sheets), ...made };
}

/** So many rate files with a defect each, of all providers in turn, to be checked for `BAD_RATES_TODAY`. */
export function seededBadRates(count: number, seed = 1): SeededRates[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => badRate(index, random));
}

/** So many right rate files in odd shapes. */
export function seededGoodRates(count: number, seed = 1): SeededRates[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const provider = PROVIDERS[index % PROVIDERS.length] ?? 'Esso';
    const { extension, options, sheets } = unusualFile(
      baseRates(provider, BAD_RATES_TODAY, random),
      random,
    );
    const name = provider === 'Esso' ? essoRateName(BAD_RATES_TODAY) : `odd-${index}.${extension}`;
    return { name, provider, bytes: workbookBytes(sheets, options), defects: [] };
  });
}
