import { error, guard, type Rule, warning } from '../rule.ts';

/** Rules for daily rates (RATE-01). Numbers in cells follow the same rules as in transactions. */
export const RATE_RULES = {
  'RATE-NO-DATE': guard(
    'the file does not say from when its prices hold; ask the provider, or accept them as today’s',
    'A rate file states the days its prices apply to. If accepted without them, prices count as today’s.',
  ),
  'RATE-DATE': guard(
    'the prices do not hold today; get today’s file',
    'The days that prices apply to include today.',
  ),
  'RATE-SHEET-DAY': guard(
    'sheet has the prices of another day and is not taken; send today’s sheet alone',
    'If one sheet has today’s prices, all others have them as well.',
  ),
  'RATE-CURRENCY': error(
    'currency or unit is not the provider’s, or not the site’s',
    'Columns and the rows above them name the provider’s currency and unit, and sites are in its country.',
  ),
  'RATE-REQUIRED': error('cell is empty', 'Site, province, product and prices are filled.'),
  'RATE-PRICE': error('price is zero or less', 'Prices are more than zero.'),
  'RATE-PRODUCT': error(
    'product is unknown; add it to the layout if it is right',
    'The product is in the layout; an unknown one never falls back to a default.',
  ),
  'RATE-PROVINCE': error('is not a province or state', 'The site’s province or state is known.'),
  'RATE-DUPLICATE': error(
    'site and product have a price already; keep the right one',
    'A site has one price for a product.',
  ),
  'RATE-SUM': error('price is not the sum of its parts', 'Prices are the sums of their parts.'),
  'RATE-SUM-ROUNDING': warning(
    'price differs by rounding from the sum of its parts',
    'Providers round, so a sum may differ by one unit of its last printed digit.',
  ),
  'RATE-TAX': warning(
    'tax is not what the tables of the day give',
    'FET, and GST or HST and QST on the price, are those of the day; First Nations tax differs.',
  ),
  'RATE-CENTS': guard(
    'price is in cents; dollars are expected',
    'Prices are in dollars, except for providers that print cents.',
  ),
  'RATE-DOLLARS': guard(
    'price is in dollars; this provider prints cents',
    'Prices of a provider that prints cents are in cents.',
  ),
  'RATE-RANGE': guard(
    'price is not plausible',
    'Fuel costs CAD 1.00 to 3.00 a litre, USD 2.50 to 10.00 a gallon; DEF half as much or more.',
  ),
  'RATE-CHANGE': guard(
    'price has moved further than usual since the former rates',
    'A price differs from the former one by at most the configured percentage.',
  ),
  'RATE-MISSING-SITES': guard(
    'sites of the former rates have no price; ask the provider for the whole file',
    'Every site and product of the former rates has a price.',
  ),
} as const satisfies Record<string, Rule>;
