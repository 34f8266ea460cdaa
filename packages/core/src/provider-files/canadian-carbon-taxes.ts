import { type FuelStep, fuels, read, recalled, START } from './tax-rows.ts';
import type { TaxRate } from './tax-table.schema.ts';

const LISTED = read(
  'SOR/2019-79: provinces listed for the federal fuel charge from 2019-04-01 and 2019-07-01',
  'https://canadagazette.gc.ca/rp-pr/p2/2019/2019-04-03/html/sor-dors79-eng.html',
);
const CHARGE_2019 = read(
  'Ultramar, federal fuel charge notice, rates 2019-04-01 to 2020-03-31',
  'https://www.ultramar.ca/en/federal-fuel-charge-notice/',
);
const CHARGE_2020 = read(
  'UFA, federal fuel charge rates of 2020-01-01, 2020-04-01, 2021-04-01 and 2022-04-01',
  'https://www.ufa.com/petroleum',
);
const CHARGE_2023 = read(
  'Utility and Review Board of Nova Scotia, carbon tax until and from 2024-04-01, by 98.9 XFM',
  'https://www.989xfm.ca/increase-in-carbon-tax-will-raise-gasoline-price-by-3-3-cents-a-litre-and-diesel-by-4-01-cents-in-nova-scotia-on-april-1st/',
);
const CHARGE_ENDED = read(
  'SOR/2025-107: rates of charge after 2025-03-31',
  'https://canadagazette.gc.ca/rp-pr/p2/2025/2025-03-15-x2/html/sor-dors107-eng.html',
);

/** The federal fuel charge by day. Provinces joined and left it on different days. */
const CHARGE: readonly FuelStep[] = [
  ['2019-04-01', 0.0537, 0.0442, CHARGE_2019],
  ['2020-04-01', 0.0805, 0.0663, CHARGE_2020],
  ['2021-04-01', 0.1073, 0.0884, CHARGE_2020],
  ['2022-04-01', 0.1341, 0.1105, CHARGE_2020],
  ['2023-04-01', 0.1738, 0.1431, CHARGE_2023],
  ['2024-04-01', 0.2139, 0.1761, CHARGE_2023],
  ['2025-04-01', 0, 0, CHARGE_ENDED],
];

/** Returns what a province charged before it joined, then the federal charge from `since` on. */
function charged(jurisdiction: string, since: string, earlier: readonly FuelStep[]): TaxRate[] {
  const [, diesel, gasoline, source] =
    CHARGE.findLast(([from]) => from <= since) ?? (CHARGE[0] as FuelStep);
  const later = CHARGE.filter(([from]) => from > since);
  return fuels(jurisdiction, 'carbon', LISTED, [
    ...earlier,
    [since, diesel, gasoline, source],
    ...later,
  ]);
}

const NONE_BEFORE: readonly FuelStep[] = [[START, 0, 0]];

const AB_LEVY = read(
  'Alberta, carbon levy and rebates: levy to the end of 2019-05-29',
  'https://www.alberta.ca/climate-carbon-pricing.aspx',
);

const NB_2020 = read(
  'The Wave, New Brunswick’s carbon tax of 2020-04-01',
  'https://thewave.ca/?p=130820',
);
const NB_2021 = read(
  'New Brunswick, Bill 32, Gasoline and Motive Fuel Tax Act, Schedule C from 2021-04-01',
  'https://legnb.ca/content/house_business/60/1/bills/Bill-32-e.htm',
);
const NB_2022 = read(
  'New Brunswick, 2022, c. 8, Schedule C from 2022-04-01; the federal charge took its place on 2023-07-01',
  'https://laws.gnb.ca/en/document/as/2022,%20c.8',
);

const PE_2019 = read(
  'Island Petroleum, carbon levy on 2019-04-01',
  'https://www.islandpetro.ca/about/carbon-levy',
);
/** Rates that include the carbon tax, minus the fuel tax. */
const IFTA_2021 = read(
  'International Fuel Tax Association, rates of 2021-Q2, less the fuel tax',
  'https://docslib.org/doc/11787316/ifta-inc-2q2021-tax-rates',
);
const PE_2022 = read(
  'P.E.I. gas price rises with increased carbon levy, Yahoo News; in effect 2022-05-09 by princeedwardisland.ca, Carbon Levy',
  'https://ca.news.yahoo.com/p-e-gas-price-rises-112521718.html',
);

const NL_2019 = read(
  'Newfoundland and Labrador, carbon tax; NTV, 2018-10-23: in place of the temporary fuel taxes, which ended on 2018-12-31',
  'http://ntv.ca/province-unveils-carbon-pricing-plan-approved-by-ottawa/',
);
const NL_2021 = read(
  'Newfoundland and Labrador, carbon tax rates from 2021-07-01 and 2022-05-01; repealed on 2023-07-01',
  'https://www.gov.nl.ca/fin/tax-programs-incentives/personal/carbontax/',
);

const BC_PAST = read(
  'British Columbia, past carbon tax rates, 2019-04-01 to 2024-03-31',
  'https://www2.gov.bc.ca/gov/content/taxes/sales-taxes/motor-fuel-carbon-tax/publications/carbon-tax-rates-by-fuel-type/past-carbon-tax-rates',
);

/** Carbon charge per litre by province, whoever levies it (TXN-15). */
export const CARBON_TAXES: readonly TaxRate[] = [
  ...['ON', 'MB', 'SK'].flatMap((place) => charged(place, '2019-04-01', NONE_BEFORE)),
  ...['YT', 'NU'].flatMap((place) => charged(place, '2019-07-01', NONE_BEFORE)),
  ...charged('AB', '2020-01-01', [
    [START, 0.0803, 0.0673, AB_LEVY],
    ['2019-05-30', 0, 0, AB_LEVY],
  ]),
  // Under cap and trade there is no rate per litre, so none is known for those days.
  ...charged('NS', '2023-07-01', []),
  ...fuels(
    'QC',
    'carbon',
    recalled('Québec prices carbon by cap and trade, and names no rate by the litre'),
    [['2025-04-01', 0, 0]],
  ),
  ...charged('NB', '2023-07-01', [
    [START, 0, 0],
    ['2019-04-01', 0.0537, 0.0442, CHARGE_2019],
    ['2020-04-01', 0.0805, 0.0663, NB_2020],
    ['2021-04-01', 0.1073, 0.0884, NB_2021],
    ['2022-04-01', 0.1341, 0.1105, NB_2022],
  ]),
  ...charged('PE', '2023-07-01', [
    [START, 0, 0, PE_2019],
    ['2019-04-01', 0.0537, 0.0442, PE_2019],
    ['2020-04-01', 0.0805, 0.0663, recalled('the rate is that of 2021-Q2, its first day is not')],
    ['2021-04-01', 0.0805, 0.0663, IFTA_2021],
    ['2022-05-09', 0.1341, 0.1105, PE_2022],
  ]),
  ...charged('NL', '2023-07-01', [
    [START, 0.0537, 0.0442, NL_2019],
    // The 2020 budget announced the next rate for October; the fuel tax was reduced on November 7.
    ['2020-10-01', null, null],
    ['2020-11-07', 0.0805, 0.0663, recalled('the rate is that of 2021-Q2, its first day is not')],
    ['2021-04-01', 0.0805, 0.0663, IFTA_2021],
    ['2021-07-01', 0.1073, 0.0884, NL_2021],
    ['2022-05-01', 0.1341, 0.1105, NL_2021],
  ]),
  ...fuels('BC', 'carbon', BC_PAST, [
    [
      START,
      0.0895,
      0.0778,
      read(
        'British Columbia, carbon tax rates by fuel type from 2012-07-01 to 2023-03-31',
        'https://info.5y1.org/british-columbia-tax-rates-2020_1_5dc415.html',
      ),
    ],
    ['2019-04-01', 0.1023, 0.0889],
    ['2021-04-01', 0.1171, 0.0996],
    ['2022-04-01', 0.1301, 0.1105],
    ['2023-04-01', 0.1685, 0.1431],
    [
      '2024-04-01',
      0.2074,
      0.1761,
      read(
        'British Columbia, carbon tax rates by fuel type, 2024-04-01 to 2025-03-31',
        'https://www2.gov.bc.ca/gov/content/taxes/sales-taxes/motor-fuel-carbon-tax/publications/carbon-tax-rates-by-fuel-type',
      ),
    ],
    [
      '2025-04-01',
      0,
      0,
      read(
        'Castanet, 2025-03-31: the bill that sets British Columbia’s consumer rate at 0',
        'https://www.castanet.net/news/BC/541628/B-C-NDP-fast-tracking-end-of-consumer-carbon-tax-Eby-says-gas-to-drop-17-cents',
      ),
    ],
  ]),
  ...fuels(
    'NT',
    'carbon',
    read(
      'Northwest Territories, carbon tax rates by fuel type from 2023-04-01',
      'https://www.fin.gov.nt.ca/en/services/carbon-tax/carbon-tax-rates-fuel-type',
    ),
    [
      [
        START,
        0,
        0,
        read(
          'Northwest Territories, carbon tax as of 2019-09-01',
          'https://www.fin.gov.nt.ca/en/services/carbon-tax',
        ),
      ],
      ['2019-09-01', null, null],
      ['2023-04-01', 0.1738, 0.1431],
      ['2024-04-01', 0.2139, 0.1761],
      [
        '2025-04-01',
        0,
        0,
        read(
          'My True North Now: the Northwest Territories end their carbon tax on 2025-04-01',
          'https://mytruenorthnow.com/?p=76575',
        ),
      ],
    ],
  ),
];
