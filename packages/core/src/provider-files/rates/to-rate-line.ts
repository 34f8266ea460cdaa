import { scaledText } from '../cells/number.ts';
import { cellText } from '../cells/text.ts';
import { SCALE } from '../fields.ts';
import type { DecimalText, SheetRow } from '../types.ts';
import type { RatePlan } from './plan-rates.ts';
import type { RateLine } from './rate.types.ts';
import type { Priced, RowPrices } from './rate-checker.ts';
import type { RateText } from './rate-layout.schema.ts';

/** Creates the line of a priced product; taxes and retail price belong to the row's first product. */
export function toRateLine(
  plan: RatePlan,
  row: SheetRow,
  prices: RowPrices,
  { site, product, productCode, price, field }: Priced,
  days: { readonly from: string; readonly to: string },
): RateLine {
  const text = (name: RateText) => cellText(row.cells[plan.text[name]]);
  const part = (value: number) => (field === 'price' ? priceOrNull(value) : null);
  const province = text('province').toUpperCase();
  const { provider, currency, unit } = plan.layout;
  return {
    provider,
    site,
    siteName: text('siteName'),
    // Some providers repeat the province after the city.
    city: withoutProvince(text('city'), province),
    province,
    product,
    productCode,
    currency,
    unit,
    netPrice: part(prices.netPrice),
    fet: part(prices.fet),
    pft: part(prices.pft),
    pct: part(prices.pct),
    local: part(prices.local),
    price: dollars(price),
    gstHst: part(prices.gstHst),
    pstQst: part(prices.pstQst),
    total: dollars(field === 'price' ? prices.total : price),
    retail: part(prices.retail),
    effectiveFrom: days.from,
    effectiveTo: days.to,
    sheet: plan.sheet,
    row: row.row,
  };
}

/** 'Barrie, ON' → 'Barrie'. */
function withoutProvince(city: string, province: string): string {
  if (!city.toUpperCase().endsWith(province)) return city;
  const name = city.slice(0, city.length - province.length).trimEnd();
  return name.endsWith(',') ? name.slice(0, -1) : city;
}

function dollars(value: number): DecimalText {
  return scaledText(value, SCALE.price, 4);
}

function priceOrNull(value: number): DecimalText | null {
  return Number.isNaN(value) ? null : dollars(value);
}
