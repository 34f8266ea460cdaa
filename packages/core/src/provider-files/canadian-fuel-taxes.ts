import { fuels, rates, read, recalled, START } from './tax-rows.ts';
import type { TaxRate } from './tax-table.schema.ts';

const WHOLE_EXCISE = read(
  'OECD, Taxing Energy Use 2019: federal fuel excise tax, by climatepolicydatabase.org',
  'https://climatepolicydatabase.org/policies/taxing-energy-use',
);
const SUSPENDED = read(
  'NomadicTax, 2026-06-04, quoting the Department of Finance Canada: suspended 2026-04-20 to 2026-09-07',
  'https://nomadictax.org/insights/compliance-update-temporary-suspension-of-federal-fuel-excise-tax-1780538672607-248xye',
);
const FINANCE_2026 =
  'Department of Finance Canada, 2026-09-02 (proposals, not enacted when read on 2026-11-21)';

/**
 * Suspended since 2026-04-20. How it returns is only proposed, so nothing after the suspension counts as
 * verified.
 */
export const EXCISE_TAXES: readonly TaxRate[] = fuels('CA', 'fet', read(FINANCE_2026), [
  [START, 0.04, 0.1, WHOLE_EXCISE],
  ['2026-04-20', 0, 0, SUSPENDED],
  ['2026-09-08', 0, 0],
  ['2027-02-01', 0.02, 0.05, read(FINANCE_2026, undefined, '2026-11-21')],
  ['2027-04-01', 0.04, 0.1, read(FINANCE_2026, undefined, '2026-11-21')],
]);

const IFTA_2025 = read(
  'IFTA provincial comparison, J. J. Keller, 2025-03-19',
  'https://jjkellercompliancenetwork.com/regsense/fuel-tax-rates-provincial-comparison',
);
const BC_RATES = read(
  'British Columbia, motor fuel tax and carbon tax rates',
  'https://www2.gov.bc.ca/gov/content/taxes/sales-taxes/motor-fuel-carbon-tax/publications/motor-fuel-tax-and-carbon-tax-rates',
);
const AB_2022 = read(
  'Government of Alberta, 2022-03-08: 13 cents, paused from 2022-04-01, by Greenhouse Canada',
  'https://www.greenhousecanada.com/alberta-provides-relief-on-fuel-and-utility-costs/',
);
const AB_2023 = read(
  'Government of Alberta, December 2023: paused from 2023-01-01, 9 cents from 2024-01-01',
  'https://www.alberta.ca/release.cfm?xID=89505F92A3BB9-DDCB-F786-54DB624505857EDA',
);
const MB_2025 = read(
  'Manitoba, fuel tax: 12.5 cents from 2025-01-01',
  'https://prodtracs.gov.mb.ca/gastax/index.html',
);
const MB_2024 = read(
  'Canadian Press, 2024-12-23: Manitoba’s 14 cents suspended at the beginning of 2024',
  'https://canadiannewstoday.com/manitoba-government-to-reinstate-fuel-tax-at-a-lower-rate',
);
const ON_2022 = read(
  'Ontario, gas and fuel tax rate decrease from 2022-07-01; permanent by CP24, 2025-05-13',
  'https://www.ontario.ca/document/gas-and-fuel-tax-rate-decrease',
);
const QC_ACT = read(
  'Québec, Fuel Tax Act, T-1, section 2',
  'http://legisquebec.gouv.qc.ca/en/showversion/cs/T-1?code=se:2&pointInTime=20200116',
);
const NB_2020 = read(
  'New Brunswick, 2020-03: gasoline and motive fuel tax before and from 2020-04-01',
  'http://www.vivreaunb.ca:80/content/gnb/en/news/news_release.2020.03.0105.html',
);
const NS_BOARD = read(
  'Utility and Review Board of Nova Scotia, gasoline and diesel pricing',
  'https://nsuarb.novascotia.ca/mandates/gasoline-diesel-pricing',
);
const PE_2020 = read(
  'Prince Edward Island, gasoline tax rates from 2020-01-01',
  'https://princeedwardisland.ca/fr/information/finances/gasoline-tax-rates',
);
const PE_2019 = read(
  'International Fuel Tax Association, rates of 2019-Q2, without the carbon levy; CBC, 2019-04: cut by 3.4 and 4.3 cents on 2019-01-01',
  'https://www.cbc.ca/news/canada/prince-edward-island/pei-carbon-tax-april-1-1.5077708',
);
const NL_RATES = read(
  'Newfoundland and Labrador, gasoline tax, rates from 2019-01-01 to 2025-03-31; release of 2025-03-03: until 2026-03-31',
  'https://www.gov.nl.ca/fin/tax-programs-incentives/business/gasolinetax',
);
const YUKON = read(
  'Yukon, fuel tax rates, page of 2018-04-05; not seen since',
  'https://yukon.ca/en/fuel-tax-rates',
  '2018-04-05',
);
const NRCAN = read(
  'Natural Resources Canada, fuel consumption taxes, January 2006; not seen since',
  undefined,
  '2006-01-31',
);
const NU_2022 = read(
  'Nunavut News: excise of the Government of Nunavut in the price of 2022-02-06',
  'https://www.nunavutnews.com/news/gasoline-diesel-to-rise-by-eight-cents-per-litre-on-feb-6/',
);

/** Provincial tax on clear (undyed) motor fuel (TXN-15). */
export const PROVINCIAL_TAXES: readonly TaxRate[] = [
  ...fuels('AB', 'pft', AB_2022, [
    [START, 0.13, 0.13],
    ['2022-04-01', 0, 0],
    [
      '2022-10-01',
      0.045,
      0.045,
      read(
        'Global News, 2022-09-22: 4.5 cents from 2022-10-01',
        'https://globalnews.ca/news/9148988/alberta-gas-tax-increase-october/',
      ),
    ],
    ['2023-01-01', 0, 0, AB_2023],
    ['2024-01-01', 0.09, 0.09, AB_2023],
    [
      '2024-04-01',
      0.13,
      0.13,
      read(
        'J. J. Keller, 2025-03-19: 13 cents from 2024-04-01; Global News, 2026-03-09: no change on 2026-04-01',
        'https://globalnews.ca/news/11722996/alberta-gas-tax-relief-oil-prices/',
      ),
    ],
    ['2026-07-01', 0.13, 0.13, recalled('the rate of the quarter before')],
    ['2026-10-01', 0, 0, recalled('the relief program, by one report whose address was not kept')],
  ]),
  ...fuels('BC', 'pft', IFTA_2025, [[START, 0.15, 0.145]]),
  ...fuels('BC/Metro Vancouver', 'transit', BC_RATES, [
    [
      START,
      0.11,
      0.11,
      read(
        'Nelson Star, 2018-06: 33.28 cents for TransLink, province and carbon, the first of them 17',
        'https://www.nelsonstar.com/news/gas-tax-to-increase-1-5-cents-for-metro-vancouver-to-pay-for-transit/',
      ),
    ],
    [
      '2019-07-01',
      0.125,
      0.125,
      read(
        'British Columbia, motor fuel tax rates: 18.5 cents in the South Coast region; Global News: from 2019-07-01',
        'https://globalnews.ca/news/5448294/vancouver-transit-parking-fares-up-canada-day',
      ),
    ],
  ]),
  ...fuels('BC/Victoria', 'transit', BC_RATES, [[START, 0.055, 0.055]]),
  ...fuels(
    'SK',
    'pft',
    read(
      'Saskatchewan, The Fuel Tax and Road Use Charge Act, tax rate',
      'https://sets.saskatchewan.ca/rptp/portal/footer/taxinformation/fuel_tax_exemptions',
    ),
    [[START, 0.15, 0.15]],
  ),
  ...fuels('MB', 'pft', MB_2025, [
    [START, 0.14, 0.14, MB_2024],
    ['2024-01-01', 0, 0, MB_2024],
    ['2025-01-01', 0.125, 0.125],
  ]),
  ...fuels('ON', 'pft', ON_2022, [
    [START, 0.143, 0.147],
    ['2022-07-01', 0.09, 0.09],
  ]),
  ...fuels('QC', 'pft', QC_ACT, [[START, 0.202, 0.192]]),
  ...rates('QC/Montréal', 'transit', 'gasoline', QC_ACT, [[START, 0.03]]),
  ...fuels('NB', 'pft', NB_2020, [
    [START, 0.215, 0.155],
    ['2020-04-01', 0.1545, 0.1087],
  ]),
  ...fuels('NS', 'pft', NS_BOARD, [[START, 0.154, 0.155]]),
  ...fuels('PE', 'pft', PE_2020, [
    [START, 0.1583, 0.0968, PE_2019],
    ['2020-01-01', 0.1415, 0.0847],
  ]),
  ...fuels('NL', 'pft', NL_RATES, [
    [START, 0.165, 0.165],
    ['2020-11-07', 0.165, 0.145],
    ['2022-06-02', 0.095, 0.075],
    [
      '2026-04-01',
      0.095,
      0.075,
      recalled('both parties promised before the election of 2025-10-14 to keep the cut'),
    ],
  ]),
  ...fuels('YT', 'pft', YUKON, [[START, 0.072, 0.062]]),
  ...fuels('NT', 'pft', NRCAN, [[START, 0.091, 0.107]]),
  ...rates('NU', 'pft', 'diesel', NRCAN, [[START, 0.091]]),
  ...rates('NU', 'pft', 'gasoline', NU_2022, [
    [START, 0.064],
    ['2022-02-07', 0.064, { ...NU_2022, until: '2022-02-06' }],
  ]),
];
