const NAMES = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(';').map((entry) => [entry.slice(0, 2), entry.slice(3)]));

const COUNTRIES = NAMES('CA Canada;US United States;MX Mexico');

const PROVINCES = NAMES(
  `AB Alberta;BC British Columbia;MB Manitoba;NB New Brunswick;NL Newfoundland and Labrador;NS Nova Scotia;NT Northwest Territories;NU Nunavut;ON Ontario;PE Prince Edward Island;QC Quebec;SK Saskatchewan;YT Yukon;AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;DC District of Columbia;DE Delaware;FL Florida;GA Georgia;HI Hawaii;IA Iowa;ID Idaho;IL Illinois;IN Indiana;KS Kansas;KY Kentucky;LA Louisiana;MA Massachusetts;MD Maryland;ME Maine;MI Michigan;MN Minnesota;MO Missouri;MS Mississippi;MT Montana;NC North Carolina;ND North Dakota;NE Nebraska;NH New Hampshire;NJ New Jersey;NM New Mexico;NV Nevada;NY New York;OH Ohio;OK Oklahoma;OR Oregon;PA Pennsylvania;RI Rhode Island;SC South Carolina;SD South Dakota;TN Tennessee;TX Texas;UT Utah;VA Virginia;VT Vermont;WA Washington;WI Wisconsin;WV West Virginia;WY Wyoming`,
);

const nameIn = (names: Readonly<Record<string, string>>, code: string): string =>
  (Object.hasOwn(names, code) ? names[code] : undefined) ?? code;

/** Returns the name of a country's code on the wire; any other text as it is. */
export const countryName = (code: string): string => nameIn(COUNTRIES, code);

/** Returns the name of a Canadian province's or an American state's code; any other text as it is. */
export const provinceName = (code: string): string => nameIn(PROVINCES, code);
