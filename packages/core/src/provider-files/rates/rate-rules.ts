import { error, guard, type Rule, warning } from '../rule.ts';

/** Rules for daily rates (RATE-01). Numbers in cells follow the same rules as in transactions. */
export const RATE_RULES = {
  'RATE-NO-DATE': guard(
    'the file does not say from when its prices hold',
    'A rate file states the days its prices apply to. If accepted without them, prices count as today’s.',
    'Ask the provider, or accept them as today’s.',
  ),
  'RATE-DATE': guard(
    'the prices do not hold today',
    'The days that prices apply to include today.',
    'Get today’s file.',
  ),
  'RATE-SHEET-DAY': guard(
    'sheet has the prices of another day and is not taken',
    'If one sheet has today’s prices, all others have them as well.',
    'Send today’s sheet alone.',
  ),
  'RATE-CURRENCY': error(
    'currency or unit is not the provider’s, or not the site’s',
    'Columns and the rows above them name the provider’s currency and unit, and sites are in its country.',
    'Choose the right file, or the right provider.',
  ),
  'RATE-REQUIRED': error(
    'cell is empty',
    'Site, province, product and prices are filled.',
    'Fill it in or ask the provider.',
  ),
  'RATE-PRICE': error(
    'price is zero or less',
    'Prices are more than zero.',
    'Ask the provider for the price.',
  ),
  'RATE-PRODUCT': error(
    'product is unknown',
    'The product is in the layout; an unknown one never falls back to a default.',
    'Enter the provider’s name of it; if the product is new, add it to the layout.',
  ),
  'RATE-PROVINCE': error(
    'is not a province or state',
    'The site’s province or state is known.',
    'Enter the two letters of the site’s province or state.',
  ),
  'RATE-DUPLICATE': error(
    'site and product have a price already',
    'A site has one price for a product.',
    'Keep the right one of the two rows.',
  ),
  'RATE-SUM': error(
    'price is not the sum of its parts',
    'Prices are the sums of their parts.',
    'Compare the parts of the price with the provider’s sheet, and correct the one that is wrong.',
  ),
  'RATE-SUM-ROUNDING': warning(
    'price differs by rounding from the sum of its parts',
    'Providers round, so a sum may differ by one unit of its last printed digit.',
    'Nothing: a provider’s rounding is accepted.',
  ),
  'RATE-TAX': warning(
    'tax is not what the tables of the day give',
    'FET, and GST or HST and QST on the price, are those of the day; First Nations tax differs.',
    'Look whether the site has taxes of its own; otherwise ask the provider.',
  ),
  'RATE-CENTS': guard(
    'price is in cents',
    'Prices are in dollars, except for providers that print cents.',
    'Divide it by 100: prices are in dollars.',
  ),
  'RATE-DOLLARS': guard(
    'price is in dollars',
    'Prices of a provider that prints cents are in cents.',
    'Multiply it by 100: this provider prints cents.',
  ),
  'RATE-RANGE': guard(
    'price is not plausible',
    'Fuel costs CAD 1.00 to 3.00 a litre, USD 2.50 to 10.00 a gallon; DEF half as much or more.',
    'Look for a misplaced decimal point; accept it if the provider confirms it.',
  ),
  'RATE-CHANGE': guard(
    'price has moved further than usual since the former rates',
    'A price differs from the former one by at most the configured percentage.',
    'Ask the provider whether the price is right; accept it if it is.',
  ),
  'RATE-MISSING-SITES': guard(
    'sites of the former rates have no price',
    'Every site and product of the former rates has a price.',
    'Ask the provider for the whole file.',
  ),
} as const satisfies Record<string, Rule>;
