import { CARBON_TAXES } from './canadian-carbon-taxes.ts';
import { EXCISE_TAXES, PROVINCIAL_TAXES } from './canadian-fuel-taxes.ts';
import { rates, read, START, type Step } from './tax-rows.ts';
import type { Tax, TaxRate, TaxTable } from './tax-table.schema.ts';

/** Two tables that agree: one for 2019-07-01, when the older rates applied, one for 2026. */
const SALES_TAXES = read(
  'Tax Flash, general sales tax rates of each province at 2019-07-01, by Mondaq; GST/HST rates by province in 2026, by Invoice Mama, quoting canada.ca',
  'https://invoicemama.com/guides/ca/gst-hst-rates-by-province',
);
const PROVINCIAL_SALES_TAXES = read(
  'Tax Flash, general sales tax rates of each province at 2019-07-01, by Mondaq; VATCalc, rates of 2025',
  'https://vatcalc.com/canada/canada-nova-scotia-hst-1-cut-april-2025',
);
const MANITOBA = read(
  'Tax Flash, Manitoba: 8 % before 2019-07-01, 7 % from then on, by Mondaq',
  'https://admin.mondaq.com/canada/tax-authorities/815952/tax-flash-manitoba-retail-sales-tax-decreases-to-7',
);
const NOVA_SCOTIA = read(
  'VATCalc: 15 % to 14 % on 2025-04-01',
  'https://vatcalc.com/canada/canada-nova-scotia-hst-1-cut-april-2025',
);

const sales = (place: string, tax: Tax, steps: readonly Step[], source = SALES_TAXES): TaxRate[] =>
  rates(place, tax, tax === 'pst' ? 'other' : 'any', source, steps);

const salesTaxes: readonly TaxRate[] = [
  ...['AB', 'BC', 'MB', 'NT', 'NU', 'QC', 'SK', 'YT'].flatMap((place) =>
    sales(place, 'gst', [[START, 0.05]]),
  ),
  ...['NB', 'NL', 'PE'].flatMap((place) => sales(place, 'hst', [[START, 0.15]])),
  ...sales('ON', 'hst', [[START, 0.13]]),
  ...sales(
    'NS',
    'hst',
    [
      [START, 0.15],
      ['2025-04-01', 0.14],
    ],
    NOVA_SCOTIA,
  ),
  ...sales('QC', 'qst', [[START, 0.09975]]),
  ...sales('BC', 'pst', [[START, 0.07]], PROVINCIAL_SALES_TAXES),
  ...sales(
    'MB',
    'pst',
    [
      [START, 0.08],
      ['2019-07-01', 0.07],
    ],
    MANITOBA,
  ),
  ...sales('SK', 'pst', [[START, 0.06]], PROVINCIAL_SALES_TAXES),
];

/**
 * The tax table included in the package: every province and territory since 2019, as far as public sources
 * cover it (TXN-15).
 */
export const CANADIAN_TAXES: TaxTable = {
  name: 'Canada 2026-11',
  verified_on: '2026-11-22',
  rates: [...EXCISE_TAXES, ...CARBON_TAXES, ...PROVINCIAL_TAXES, ...salesTaxes],
};
