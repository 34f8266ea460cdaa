import type { Tax, TaxedProduct, TaxRate, TaxTable } from './tax-table.schema.ts';

/** Open rates were seen to hold this long; see docs/reference/taxes.md for what could not be found. */
const SEEN = '2026-12-31';

const FINANCE_2026 =
  'Department of Finance Canada, 2026-09-02 (proposals, not enacted when read on 2026-11-21)';
const CRA_EXCISE = 'Canada Revenue Agency, excise taxes and special levies, current rates';
const FUEL_CHARGE = 'Canada Revenue Agency, fuel charge rates; removed by SOR/2025-107';
const CRA_GST = 'Canada Revenue Agency, GST/HST rates by province';
const IFTA = 'International Fuel Tax Association, quarterly tax rates';
const IFTA_2025 = 'IFTA provincial comparison, J. J. Keller, 2025-03-19';
const NRCAN = 'Natural Resources Canada, fuel consumption taxes, January 2006; not seen since';
/** Rates of an old source: nobody has verified any of their days. */
const UNSEEN = '2018-12-31';
const BC_CARBON = 'British Columbia, carbon tax rates by fuel type';
const BC_FUEL = 'British Columbia, motor fuel tax rates (MFT-CT 005)';

/** First day of the rate, then dollars a litre or share of the price; null ends a period without a known successor. */
type Step = readonly [from: string, rate: number | null];

/** First day, then the rates of diesel and of gasoline. */
type Charge = readonly [from: string, diesel: number | null, gasoline: number | null];

const before = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** Rates of one tax in order: each ends the day before the next begins, the last one is open. */
function rates(
  jurisdiction: string,
  tax: Tax,
  product: TaxedProduct,
  source: string,
  steps: readonly Step[],
  verifiedUntil = SEEN,
): TaxRate[] {
  return steps.flatMap(([from, rate], index) => {
    const next = steps[index + 1]?.[0];
    const to = next === undefined ? undefined : before(next);
    if (rate === null) return [];
    const verified_until = to ?? verifiedUntil;
    return [{ jurisdiction, tax, product, from, ...(to && { to }), rate, source, verified_until }];
  });
}

/** Both fuels, each with its steps. */
const fuels = (
  jurisdiction: string,
  tax: Tax,
  source: string,
  steps: readonly Charge[],
  verifiedUntil?: string,
): TaxRate[] =>
  (['diesel', 'gasoline'] as const).flatMap((fuel) =>
    rates(
      jurisdiction,
      tax,
      fuel,
      source,
      steps.map(([from, diesel, gasoline]) => [from, fuel === 'diesel' ? diesel : gasoline]),
      verifiedUntil,
    ),
  );

const START = '2019-01-01';

/** Suspended since 2026-04-20; how it comes back is proposed, so nothing after the suspension counts as verified. */
const excise: readonly TaxRate[] = (
  [
    ['diesel', 0.04, 0.02],
    ['gasoline', 0.1, 0.05],
  ] as const
).flatMap(([product, whole, half]) => {
  const of = { jurisdiction: 'CA', tax: 'fet', product } as const;
  const seen = { source: FINANCE_2026, verified_until: '2026-11-21' };
  return [
    {
      ...of,
      from: START,
      to: '2026-04-19',
      rate: whole,
      source: CRA_EXCISE,
      verified_until: '2026-04-19',
    },
    { ...of, from: '2026-04-20', to: '2027-01-31', rate: 0, ...seen, verified_until: '2027-01-31' },
    { ...of, from: '2027-02-01', to: '2027-03-31', rate: half, ...seen },
    { ...of, from: '2027-04-01', rate: whole, ...seen },
  ];
});

/** The federal fuel charge by day; provinces joined and left it on their own days. */
const CHARGE = [
  ['2019-04-01', 0.0537, 0.0442],
  ['2020-04-01', 0.0805, 0.0663],
  ['2021-04-01', 0.1073, 0.0884],
  ['2022-04-01', 0.1341, 0.1105],
  ['2023-04-01', 0.1738, 0.1431],
  ['2024-04-01', 0.2139, 0.1761],
  ['2025-04-01', 0, 0],
] as const;

/** What a province charged before it joined, then the federal charge from `since` on. */
function charged(jurisdiction: string, since: string, earlier: readonly Charge[]): TaxRate[] {
  const running = CHARGE.findLast(([from]) => from <= since);
  const [, diesel, gasoline] = running ?? CHARGE[0];
  const later = CHARGE.filter(([from]) => from > since);
  return fuels(jurisdiction, 'carbon', FUEL_CHARGE, [
    ...earlier,
    [since, diesel, gasoline],
    ...later,
  ]);
}

const NONE_BEFORE: readonly Charge[] = [[START, 0, 0]];

const carbon: readonly TaxRate[] = [
  ...['ON', 'MB', 'SK'].flatMap((place) => charged(place, '2019-04-01', NONE_BEFORE)),
  ...['YT', 'NU'].flatMap((place) => charged(place, '2019-07-01', NONE_BEFORE)),
  // Alberta's own levy ended on 2019-05-29.
  ...charged('AB', '2020-01-01', [
    [START, 0.0803, 0.0673],
    ['2019-05-30', 0, 0],
  ]),
  // Under cap and trade nobody charges a rate by the litre: none is known for those days.
  ...charged('NS', '2023-07-01', []),
  ...fuels('QC', 'carbon', 'Québec, cap-and-trade system', [['2025-04-01', 0, 0]]),
  ...charged('NB', '2023-07-01', [
    [START, 0, 0],
    ['2019-04-01', 0.0537, 0.0442],
    ['2020-04-01', 0.0805, 0.0663],
    ['2021-04-01', 0.1073, 0.0884],
    ['2022-04-01', 0.1341, 0.1105],
    ['2023-04-01', null, null],
  ]),
  ...charged('PE', '2023-07-01', [
    [START, 0, 0],
    ['2019-04-01', 0.0537, 0.0442],
    ['2020-04-01', 0.0805, 0.0663],
    ['2021-07-01', null, null],
  ]),
  ...charged('NL', '2023-07-01', [
    ['2021-04-01', 0.0805, 0.0663],
    ['2021-07-01', 0.1073, 0.0884],
    ['2022-05-01', 0.1341, 0.1105],
  ]),
  ...fuels('BC', 'carbon', BC_CARBON, [
    [START, 0.0895, 0.0778],
    ['2019-04-01', 0.1023, 0.0889],
    ['2021-04-01', 0.1171, 0.0996],
    ['2022-04-01', 0.1301, 0.1105],
    ['2023-04-01', 0.1685, 0.1431],
    ['2024-04-01', 0.2074, 0.1761],
    ['2025-04-01', 0, 0],
  ]),
  ...fuels('NT', 'carbon', 'Northwest Territories, carbon tax rates by fuel type', [
    [START, 0, 0],
    ['2019-09-01', null, null],
    ['2023-04-01', 0.1738, 0.1431],
    ['2024-04-01', 0.2139, 0.1761],
    ['2025-04-01', 0, 0],
  ]),
];

/** Provincial tax on clear motor fuel. */
const provincial: readonly TaxRate[] = [
  ...fuels('AB', 'pft', 'Alberta, fuel tax relief program; from 2026-10-01 by one source alone', [
    [START, 0.13, 0.13],
    ['2022-04-01', 0, 0],
    ['2022-10-01', 0.045, 0.045],
    ['2023-01-01', 0, 0],
    ['2024-01-01', 0.09, 0.09],
    ['2024-04-01', 0.13, 0.13],
    ['2026-10-01', 0, 0],
  ]),
  ...fuels('BC', 'pft', BC_FUEL, [[START, 0.15, 0.145]]),
  ...fuels('BC/Metro Vancouver', 'transit', BC_FUEL, [
    [START, 0.11, 0.11],
    ['2019-07-01', 0.125, 0.125],
  ]),
  ...fuels('BC/Victoria', 'transit', BC_FUEL, [[START, 0.055, 0.055]]),
  ...fuels('SK', 'pft', IFTA_2025, [[START, 0.15, 0.15]]),
  ...fuels('MB', 'pft', 'Manitoba, fuel tax: holiday of 2024, 0.125 since', [
    [START, 0.14, 0.14],
    ['2024-01-01', 0, 0],
    ['2025-01-01', 0.125, 0.125],
  ]),
  ...fuels('ON', 'pft', 'Ontario, gasoline tax and fuel tax rates, data.ontario.ca', [
    [START, 0.143, 0.147],
    ['2022-07-01', 0.09, 0.09],
  ]),
  ...fuels('QC', 'pft', IFTA_2025, [[START, 0.202, 0.192]]),
  ...rates('QC/Montréal', 'transit', 'gasoline', 'Revenu Québec, fuel tax in Montréal', [
    [START, 0.03],
  ]),
  ...fuels('NB', 'pft', `${IFTA}; ${IFTA_2025}`, [
    [START, 0.215, 0.155],
    ['2020-04-01', 0.1545, 0.1087],
  ]),
  ...fuels('NS', 'pft', IFTA_2025, [[START, 0.154, 0.155]]),
  ...fuels('PE', 'pft', `${IFTA}, 2019-Q2 without the carbon levy; ${IFTA_2025}`, [
    [START, 0.1583, 0.0968],
    ['2020-04-01', 0.1415, 0.0847],
  ]),
  ...fuels('NL', 'pft', `${IFTA}, 2021-Q2 without the carbon tax; CBC, 2022-06-02; ${IFTA_2025}`, [
    ['2021-04-01', 0.165, 0.145],
    ['2022-06-02', 0.095, 0.075],
  ]),
  ...fuels('YT', 'pft', NRCAN, [[START, 0.072, 0.062]], UNSEEN),
  ...fuels('NT', 'pft', NRCAN, [[START, 0.091, 0.107]], UNSEEN),
  ...fuels('NU', 'pft', NRCAN, [[START, 0.091, 0.064]], UNSEEN),
];

const sales = (place: string, tax: Tax, steps: readonly Step[], source = CRA_GST): TaxRate[] =>
  rates(place, tax, tax === 'pst' ? 'other' : 'any', source, steps);

const salesTaxes: readonly TaxRate[] = [
  ...['AB', 'BC', 'MB', 'NT', 'NU', 'QC', 'SK', 'YT'].flatMap((place) =>
    sales(place, 'gst', [[START, 0.05]]),
  ),
  ...['NB', 'NL', 'PE'].flatMap((place) => sales(place, 'hst', [[START, 0.15]])),
  ...sales('ON', 'hst', [[START, 0.13]]),
  ...sales('NS', 'hst', [
    [START, 0.15],
    ['2025-04-01', 0.14],
  ]),
  ...sales('QC', 'qst', [[START, 0.09975]], 'Revenu Québec, QST rates'),
  ...sales('BC', 'pst', [[START, 0.07]], 'British Columbia, PST; none on motor fuel'),
  ...sales(
    'MB',
    'pst',
    [
      [START, 0.08],
      ['2019-07-01', 0.07],
    ],
    'Manitoba, retail sales tax; none on motor fuel',
  ),
  ...sales('SK', 'pst', [[START, 0.06]], 'Saskatchewan, PST; none on motor fuel'),
];

/** The table that comes with the package: every province and territory since 2019, as far as public sources have it (TXN-15). */
export const CANADIAN_TAXES: TaxTable = {
  name: 'Canada 2026-11',
  verified_on: '2026-11-21',
  rates: [...excise, ...carbon, ...provincial, ...salesTaxes],
};
