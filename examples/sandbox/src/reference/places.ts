import { type Option, options } from './options.ts';
import { TOWNS } from './towns.ts';

export const COUNTRIES: readonly Option[] = options('CA Canada; US United States');

const CANADA = options(
  'AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NL Newfoundland and Labrador; NS Nova Scotia; NT Northwest Territories; NU Nunavut; ON Ontario; PE Prince Edward Island; QC Quebec; SK Saskatchewan; YT Yukon',
);
const STATES = options(
  'AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut; DE Delaware; DC District of Columbia; FL Florida; GA Georgia; HI Hawaii; ID Idaho; IL Illinois; IN Indiana; IA Iowa; KS Kansas; KY Kentucky; LA Louisiana; ME Maine; MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota; MS Mississippi; MO Missouri; MT Montana; NE Nebraska; NV Nevada; NH New Hampshire; NJ New Jersey; NM New Mexico; NY New York; NC North Carolina; ND North Dakota; OH Ohio; OK Oklahoma; OR Oregon; PA Pennsylvania; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas; UT Utah; VT Vermont; VA Virginia; WA Washington; WV West Virginia; WI Wisconsin; WY Wyoming',
);

/** Provinces or states of a country; of both without one. */
export function statesOf(country?: string): readonly Option[] {
  if (country === 'CA') return CANADA;
  if (country === 'US') return STATES;
  return country === undefined ? [...CANADA, ...STATES] : [];
}

/** Towns of a province or state; all without one. A town's name is its key. */
export const citiesOf = (state?: string): readonly Option[] =>
  TOWNS.filter((town) => state === undefined || town.province === state).map((town) => ({
    key: town.name,
    value: town.name,
  }));

/** Towns of a province or state of that country; none where it has no such. */
export const citiesIn = (country: string, state: string): readonly Option[] =>
  statesOf(country).some(({ key }) => key === state) ? citiesOf(state) : [];
