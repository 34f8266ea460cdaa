import type { Province } from './provinces.ts';

/**
 * Canadian taxes by day. Rates are whole hundred-thousandths: 13_000 is 13 % of a sales tax and
 * 4_000 is 0.04 dollars a litre of a fuel tax. A period holds from its day until the next one.
 */
export interface SalesTaxRates {
  readonly hst: number;
  readonly gst: number;
  readonly qst: number;
  /** On what is not motor fuel; motor fuel normally carries none. */
  readonly pst: number;
}

type Periods<Value> = readonly { readonly from: string; readonly value: Value }[];
export type TaxedFuel = 'diesel' | 'gasoline';

const hst = (rate: number): SalesTaxRates => ({ hst: rate, gst: 0, qst: 0, pst: 0 });
const gst = (pst = 0, qst = 0): SalesTaxRates => ({ hst: 0, gst: 5_000, qst, pst });
const always = <Value>(value: Value): Periods<Value> => [{ from: '', value }];

const SALES_TAX: Readonly<Record<Province, Periods<SalesTaxRates>>> = {
  AB: always(gst()),
  BC: always(gst(7_000)),
  MB: always(gst(7_000)),
  NB: always(hst(15_000)),
  NL: always(hst(15_000)),
  NS: [
    { from: '', value: hst(15_000) },
    { from: '2025-04-01', value: hst(14_000) },
  ],
  NT: always(gst()),
  NU: always(gst()),
  ON: always(hst(13_000)),
  PE: always(hst(15_000)),
  QC: always(gst(0, 9_975)),
  SK: always(gst(6_000)),
  YT: always(gst()),
};

const FEDERAL_EXCISE: Readonly<Record<TaxedFuel, Periods<number>>> = {
  diesel: suspended(4_000),
  gasoline: suspended(10_000),
};

/** The federal excise tax on fuel was suspended from 2026-04-20 to 2026-09-07. */
function suspended(rate: number): Periods<number> {
  return [
    { from: '', value: rate },
    { from: '2026-04-20', value: 0 },
    { from: '2026-09-08', value: rate },
  ];
}

const CARBON: Readonly<Record<TaxedFuel, Periods<number>>> = {
  diesel: [
    { from: '2020-04-01', value: 8_050 },
    { from: '2021-04-01', value: 10_730 },
    { from: '2022-04-01', value: 13_410 },
    { from: '2023-04-01', value: 17_380 },
    { from: '2024-04-01', value: 21_390 },
    { from: '2025-04-01', value: 0 },
  ],
  gasoline: [
    { from: '2020-04-01', value: 6_630 },
    { from: '2021-04-01', value: 8_840 },
    { from: '2022-04-01', value: 11_050 },
    { from: '2023-04-01', value: 14_310 },
    { from: '2024-04-01', value: 17_610 },
    { from: '2025-04-01', value: 0 },
  ],
};

/** Clear fuel. BC and QC differ by town, the territories are unconfirmed: no usual rate is named there. */
const PROVINCIAL_FUEL: Partial<Record<Province, Readonly<Record<TaxedFuel, number>>>> = {
  AB: { diesel: 13_000, gasoline: 13_000 },
  SK: { diesel: 15_000, gasoline: 15_000 },
  MB: { diesel: 12_500, gasoline: 12_500 },
  ON: { diesel: 9_000, gasoline: 9_000 },
  QC: { diesel: 20_200, gasoline: 19_200 },
  NB: { diesel: 15_450, gasoline: 10_870 },
  NS: { diesel: 15_400, gasoline: 15_500 },
  PE: { diesel: 14_150, gasoline: 8_470 },
  NL: { diesel: 9_500, gasoline: 7_500 },
  BC: { diesel: 15_000, gasoline: 14_500 },
};

/** By province, what towns add to the usual rate. */
const TRANSIT: Partial<Record<Province, readonly number[]>> = {
  BC: [12_500, 5_500],
  QC: [3_000],
};

/** First day without a federal carbon charge. */
export const CARBON_END = '2025-04-01';

/** Sales taxes of a province on a day, YYYY-MM-DD. */
export function salesTaxOn(province: Province, day: string): SalesTaxRates {
  return at(SALES_TAX[province], day) as SalesTaxRates;
}

/** Federal excise tax on a litre. */
export function federalExciseOn(fuel: TaxedFuel, day: string): number {
  return at(FEDERAL_EXCISE[fuel], day) as number;
}

/** Federal carbon charge on a litre; 0 where the province has its own. */
export function carbonOn(fuel: TaxedFuel, province: Province, day: string): number {
  if (province === 'BC' || province === 'QC' || province === 'NT') return 0;
  return at(CARBON[fuel], day) ?? 0;
}

/** Usual provincial fuel taxes on a litre: the province's own first, then with what towns add. Empty where none is known. */
export function provincialFuelTaxes(fuel: TaxedFuel, province: Province): readonly number[] {
  const own = PROVINCIAL_FUEL[province]?.[fuel];
  if (own === undefined) return [];
  return [own, ...(TRANSIT[province] ?? []).map((extra) => own + extra)];
}

function at<Value>(periods: Periods<Value>, day: string): Value | undefined {
  for (let index = periods.length - 1; index >= 0; index -= 1) {
    const period = periods[index];
    if (period && period.from <= day) return period.value;
  }
  return undefined;
}
