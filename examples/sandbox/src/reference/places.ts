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

/** Codes of provinces and states in the order of their names. */
export const STATES_BY_NAME: readonly string[] = statesOf()
  .toSorted((one, other) => (one.value < other.value ? -1 : 1))
  .map(({ key }) => key);

/** Well-known cities besides the towns that the demo data's fuel stops stand in, by province or state. */
const CITIES: Readonly<Record<string, string>> = {
  AB: 'Fort Saskatchewan; Leduc; Lloydminster; Sherwood Park; Spruce Grove; St. Albert',
  BC: 'Burnaby; Delta; Kelowna; Langley; Nanaimo; Richmond; Surrey; Vancouver; Vernon; Victoria',
  MB: 'Selkirk; Steinbach; Thompson; Winkler',
  NB: 'Bathurst; Dieppe; Fredericton; Miramichi',
  NL: 'Corner Brook; Gander; Grand Falls-Windsor; Mount Pearl',
  NS: 'Halifax; New Glasgow; Sydney; Yarmouth',
  NT: 'Hay River; Yellowknife',
  NU: 'Iqaluit; Rankin Inlet',
  ON: 'Brantford; Burlington; Cambridge; Guelph; Hamilton; Kitchener; Markham; Niagara Falls; Oakville; Oshawa; Peterborough; Pickering; Richmond Hill; St. Catharines; Timmins; Toronto; Vaughan; Waterloo; Whitby',
  PE: 'Charlottetown; Summerside',
  QC: 'Gatineau; Granby; Longueuil; Québec; Rimouski; Saguenay; Saint-Jérôme; Sherbrooke; Terrebonne',
  SK: 'Estevan; North Battleford; Prince Albert; Weyburn',
  YT: 'Watson Lake; Whitehorse',
  AZ: 'Phoenix; Tucson',
  AR: 'Little Rock',
  CA: 'Fresno; Los Angeles; Sacramento; San Diego; San Francisco',
  GA: 'Savannah',
  IL: 'Chicago; Springfield',
  IN: 'Fort Wayne; Indianapolis',
  MI: 'Detroit; Grand Rapids; Lansing',
  MO: 'Kansas City; St. Louis',
  MT: 'Great Falls; Missoula',
  ND: 'Bismarck; Grand Forks',
  NE: 'Lincoln; Omaha',
  NY: 'Albany; New York; Rochester; Syracuse',
  OH: 'Cincinnati; Cleveland; Columbus',
  OR: 'Eugene; Portland; Salem',
  PA: 'Harrisburg; Philadelphia; Pittsburgh',
  TN: 'Chattanooga; Memphis',
  TX: 'Austin; Dallas; El Paso; Houston; San Antonio',
  WA: 'Seattle; Spokane; Tacoma',
};

const NAMES: readonly (readonly [state: string, name: string])[] = [
  ...TOWNS.map(({ name, province }) => [province, name] as const),
  ...Object.entries(CITIES).flatMap(([state, names]) =>
    names.split('; ').map((name) => [state, name] as const),
  ),
];

/** Cities of a province or state, by name; all without one. A city's name is its key. */
export const citiesOf = (state?: string): readonly Option[] =>
  [...new Set(NAMES.flatMap(([of, name]) => (state === undefined || of === state ? [name] : [])))]
    .sort((left, right) => left.localeCompare(right, 'en'))
    .map((name) => ({ key: name, value: name }));

/** Towns of a province or state of that country; none where it has no such. */
export const citiesIn = (country: string, state: string): readonly Option[] =>
  statesOf(country).some(({ key }) => key === state) ? citiesOf(state) : [];
