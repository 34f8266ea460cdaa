import { cellText, isBlank } from '../cells/text.ts';
import { SCALE } from '../fields.ts';
import type { HeaderMatch } from '../find-header.ts';
import { type DataSheet, dataSheetOf, upperKeys } from '../plan.ts';
import { isRuledLine, repeatsHeader } from '../row-kind.ts';
import type { Product, SheetRow } from '../types.ts';
import {
  RATE_PRICES,
  RATE_TEXTS,
  type RateLayout,
  type RatePrice,
  type RateText,
} from './rate-layout.schema.ts';

/** A rate layout applied to a sheet's header row. */
export interface RatePlan extends DataSheet {
  readonly layout: RateLayout;
  /** -1 if the sheet has no such column. */
  readonly text: Readonly<Record<RateText, number>>;
  readonly price: Readonly<Record<RatePrice, number>>;
  /** Decimal digits used to read a column, so that all prices become scaled dollars. */
  readonly scale: number;
  /** One unit of a column's last printed digit, in scaled dollars. */
  readonly lastPlace: Readonly<Record<RatePrice, number>>;
  readonly required: readonly number[];
  readonly siteDigits: number;
  readonly products: ReadonlyMap<string, Product>;
  readonly currencies: ReadonlyMap<string, 'CAD' | 'USD'>;
}

/** Cents have two decimals fewer than dollars. */
const CENT_PLACES = 2;

export function planRates(
  match: HeaderMatch<RateLayout>,
  where: Parameters<typeof dataSheetOf>[1],
): RatePlan {
  const { layout, columnOf } = match;
  const columnFor = (field: RateText | RatePrice) =>
    layout.columns.find((one) => one.field === field || one.also.includes(field as RatePrice));
  const columnIndex = (field: RateText | RatePrice) =>
    columnOf.get(columnFor(field)?.field ?? field) ?? -1;
  const scale = layout.printedIn === 'cents' ? SCALE.price - CENT_PLACES : SCALE.price;
  return {
    layout,
    ...dataSheetOf(match, where),
    text: recordOf(RATE_TEXTS, columnIndex),
    price: recordOf(RATE_PRICES, columnIndex),
    scale,
    lastPlace: recordOf(RATE_PRICES, (field) => 10 ** (scale - (columnFor(field)?.places ?? 0))),
    required: layout.columns
      .filter(({ filled, field }) => filled && columnOf.has(field))
      .map(({ field }) => columnIndex(field)),
    siteDigits: columnFor('site')?.digits ?? 0,
    products: upperKeys(layout.products),
    currencies: upperKeys(layout.currencyCodes),
  };
}

function recordOf<Key extends string>(keys: readonly Key[], value: (key: Key) => number) {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, number>;
}

/** Distinguishes rates from banners, dashes and repeated headers. Any row with a price is a rate. */
export function isRate(plan: RatePlan, row: SheetRow): boolean {
  const { cells } = row;
  const filled = cells.filter((cell) => !isBlank(cell));
  if (isRuledLine(filled) || repeatsHeader(plan, row, plan.price.price)) return false;
  if (/\d/.test(cellText(cells[plan.price.price]))) return true;
  if (filled.length <= plan.layout.bannerCells) return false;
  return [plan.text.site, plan.text.product].some((column) => !isBlank(cells[column]));
}
