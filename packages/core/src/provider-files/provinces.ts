/** Canada's provinces and territories by their two-letter codes. */
export const PROVINCES = [
  'AB',
  'BC',
  'MB',
  'NB',
  'NL',
  'NS',
  'NT',
  'NU',
  'ON',
  'PE',
  'QC',
  'SK',
  'YT',
] as const;
/** Two-letter code of a Canadian province or territory. */
export type Province = (typeof PROVINCES)[number];

const STATES =
  'AL AK AZ AR CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY';

const countries = new Map<string, 'CA' | 'US'>([
  ...PROVINCES.map((province) => [province, 'CA'] as const),
  ...STATES.split(' ').map((state) => [state, 'US'] as const),
]);

/**
 * Returns the country of a two-letter province or state code, or undefined.
 *
 * @param code 'ON', 'TX'
 */
export function countryOf(code: string): 'CA' | 'US' | undefined {
  return countries.get(code);
}
