import { RATE_RULES } from './rates/rate-rules.ts';
import { error, guard, type Rule, warning } from './rule.ts';

/**
 * Every rule of the check by its stable id. Errors refuse a row; those of FILE rules refuse the whole file.
 */
export const CHECK_RULES = {
  'FILE-EXTRA-COLUMN': warning(
    'column is not in the layout and is not read',
    'Unknown columns are reported, because a provider may have renamed one.',
  ),
  'FILE-COLUMN-TWICE': warning(
    'column has the name of another one and is not read',
    'If two columns have the same name, the first is read and the second is reported.',
  ),
  'FILE-HEADER-RECORD': warning(
    'the header record is missing, so account, invoice and day of the file are unknown',
    'Files of records start with their header.',
  ),
  'FILE-FEW-ROWS': warning(
    'the file has far fewer rows than the provider’s last ones; it may be cut off',
    'A file has at least a third of the rows that the provider’s last files usually had.',
  ),
  'FILE-SHEET': warning(
    'sheet has no header row of this provider and is not read',
    'A sheet without the header row is left out.',
  ),
  'FILE-HIDDEN-SHEET': warning('sheet is hidden and is not read', 'Hidden sheets are left out.'),
  'FILE-DATE-ORDER': error(
    'some dates have day and month in another order than the layout, and others could be read either way; ask the provider for dates in one order',
    'Ambiguous dates of a sheet are accepted unless another date in it contradicts the layout’s order of day and month.',
  ),
  'FILE-COUNT': error(
    'the file says another number of transactions than it holds; ask the provider for the whole file',
    'The trailer counts the rows of the file.',
  ),
  'FILE-QUANTITY': error(
    'the file’s total quantity is not the sum of its rows; ask the provider for the whole file',
    'The trailer or total row contains the sum of the quantities.',
  ),
  'FILE-TOTAL': error(
    'the file’s total amount is not the sum of its rows; ask the provider for the whole file',
    'The trailer or total row contains the sum of the amounts.',
  ),
  'FILE-TOTAL-CENT': warning(
    'the file’s total differs by rounding from the sum of its rows',
    'Totals may be off by a cent a row, at most 1.00.',
  ),
  'FILE-SUBTOTAL': error(
    'subtotal is not the sum of the rows above it; ask the provider for the whole file',
    'A subtotal contains the sum of the rows since the previous one.',
  ),
  'FILE-CURRENCY': error(
    'the file says another currency than the provider’s; choose the right file',
    'The header record names the provider’s currency.',
  ),
  'FILE-DATE': warning(
    'the file’s own date lies in the future or is no date',
    'The header record contains the day the file was created.',
  ),
  'FILE-TRAILER': error(
    'the trailer record is missing, so the file may be cut off; ask the provider for the whole file',
    'Files of records end with their trailer.',
  ),
  'FILE-TOTAL-ROW': warning(
    'the total row is missing, so the file may be cut off',
    'Files with a total row end with it.',
  ),
  'FILE-ROW-IGNORED': warning(
    'row has an amount but is neither a transaction nor a total, and is not read; ask the provider what it is',
    'A row without what makes a transaction, such as a fee of the account, is left out and named.',
  ),
  'TXN-TWIN': warning(
    'row equals another one of its file in every cell; each is entered as a purchase of its own',
    'Equal rows count as two purchases, and both are reported, because a provider may have sent one twice.',
  ),
  'TXN-SHEET-TWICE': warning(
    'sheet has the same rows as another one of its file; each row is entered as a purchase of its own',
    'A sheet that repeats another is read, and both are reported.',
  ),
  'TXN-RECORD': error('record type is unknown', 'The record type is one of the layout’s.'),
  'TXN-REQUIRED': error('cell is empty', 'Cells that a transaction cannot do without are filled.'),
  'TXN-CELL': error(
    'cell holds no value but a spreadsheet error; repair the formula',
    'Cells hold values, not spreadsheet errors.',
  ),
  'TXN-CARD': error(
    'is not a card number',
    'A card number is digits, or masked with its last four digits.',
  ),
  'TXN-CARD-NUMBER': error(
    'card number is stored as a number, which loses its digits after the fifteenth; have the column written as text',
    'Card numbers of 16 digits or more are text.',
  ),
  'TXN-CARD-SCIENTIFIC': error(
    'card number has been turned into scientific notation; have the column written as text',
    'Card numbers are not in scientific notation.',
  ),
  'TXN-CARD-LENGTH': error(
    'card number has lost digits, leading zeros perhaps; have the column written as text',
    'Card numbers have the layout’s length.',
  ),
  'TXN-DATE': error(
    'is not a date of the layout',
    'Dates are real spreadsheet dates or text in the layout’s format, and exist.',
  ),
  'TXN-DATE-EMPTY': error('date is empty', 'The transaction date is not 00/00/00.'),
  'TXN-DATE-FUTURE': warning(
    'date is in the future',
    'Transactions are dated tomorrow at the latest.',
  ),
  'TXN-DATE-FAR': error(
    'date is more than a year in the future',
    'Transactions are dated at most a year ahead.',
  ),
  'TXN-DATE-OLD': warning('date is more than 90 days ago', 'Transactions are at most 90 days old.'),
  'TXN-DATE-MIXED': warning(
    'date is written in another way than in the rows above',
    'A sheet’s dates are all real dates or all text.',
  ),
  'TXN-TIME': error('is not a time of day', 'Times are between 00:00 and 23:59.'),
  'TXN-NUMBER': error('is not a number', 'Quantities, prices and amounts are numbers.'),
  'TXN-DECIMAL-COMMA': error(
    'has a decimal comma; write it with a point',
    'Numbers have a decimal point.',
  ),
  'TXN-TRAILING-MINUS': warning(
    'is negative by a trailing sign',
    'A trailing minus, or CR, makes the number negative, and is reported.',
  ),
  'TXN-PLACES': warning(
    'has more decimal places than can be billed and is rounded',
    'Money has two decimals, prices five, quantities four.',
  ),
  'TXN-RANGE': error(
    'number is too large to be true',
    'Numbers are small enough for exact arithmetic.',
  ),
  'TXN-PROVINCE': error('is not a province or state', 'The station’s province or state is known.'),
  'TXN-CURRENCY': error('currency does not fit', 'The currency is known and is the station’s.'),
  'TXN-UNIT': error('unit does not fit the currency', 'Litres go with CAD, US gallons with USD.'),
  'TXN-PRODUCT': error(
    'product code is unknown; add it to the layout if it is right',
    'The product code is in the layout; an unknown one never falls back to a default.',
  ),
  'TXN-QTY': error(
    'amount is not quantity × price',
    'Amount and quantity × price agree within a cent and the price’s hidden digits.',
  ),
  'TXN-PRETAX': error(
    'amount is not the amount before tax and its taxes',
    'The amount before tax plus the taxes equals the amount.',
  ),
  'TXN-PRICE-PARTS': error(
    'price is not the sum of its parts',
    'The price before tax plus the fuel taxes equals the price.',
  ),
  'TXN-ROW-TOTAL': error(
    'total is not the sum of the row’s products',
    'The products of a wide row add up to its total.',
  ),
  'TXN-SIGN': error(
    'quantity and amount have different signs',
    'In a reversal, quantity and amount are both negative.',
  ),
  'TXN-CREDIT': warning(
    'is a credit without quantity',
    'A credit on the price alone is accepted and reported.',
  ),
  'TXN-CANCEL': error(
    'row is cancelled but its amount is not negative',
    'A cancelled row has a negative amount.',
  ),
  'TXN-ZERO': warning(
    'quantity and amount are zero',
    'Rows that bill nothing are accepted and reported.',
  ),
  'TXN-QTY-RANGE': warning(
    'quantity is unusual',
    'A fill is over 0.5 and at most 1,500 L (400 gal).',
  ),
  'TXN-PRICE-RANGE': warning(
    'price is unusual',
    'Fuel costs CAD 1.00 to 3.00 a litre, USD 2.50 to 10.00 a gallon.',
  ),
  'TXN-CENTS': error('price is in cents; dollars are expected', 'Prices are in dollars.'),
  'TXN-RETAIL': warning(
    'billed price is above the retail price',
    'The retail price is no lower than the billed price.',
  ),
  'TXN-DISCOUNT': warning(
    'discount is not (retail − billed) × quantity',
    'If the price includes the discount, the discount explains the retail price.',
  ),
  'TAX-REGIME': error(
    'tax does not apply in this province',
    'Exactly one of HST, GST, GST and QST, GST and PST applies.',
  ),
  'TAX-US': error(
    'Canadian sales tax on a transaction in the United States',
    'Transactions in the United States carry no Canadian sales tax.',
  ),
  'TAX-GST': error(
    'GST is not what the province’s rate gives',
    'GST is the rate of the day on the amount before sales taxes, within a cent.',
  ),
  'TAX-HST': error(
    'HST is not what the province’s rate gives',
    'HST is the province’s rate of the day on the amount before sales taxes, within a cent.',
  ),
  'TAX-QST': error(
    'QST is not what the rate gives',
    'QST is its rate on the amount before sales taxes, within a cent.',
  ),
  'TAX-PST': warning('PST on fuel is unusual', 'BC, SK and MB charge no PST on motor fuel.'),
  'TAX-COMBINED': error(
    'sales tax is not what the province’s rates give',
    'Sales taxes in one column equal the province’s combined rates, within a cent per product.',
  ),
  'TAX-FET': error(
    'federal excise tax is not the rate of the day',
    'FET is the rate that the tax table has for the day.',
  ),
  'TAX-CBT': error(
    'carbon tax on a day without one',
    'The tax table has a carbon charge of 0 for the day.',
  ),
  'TAX-CBT-RATE': warning(
    'carbon tax is not the rate of the day',
    'Carbon tax is the rate that the tax table has for the province and day; exemptions exist.',
  ),
  'TAX-PFT': warning(
    'provincial fuel tax is not the usual rate',
    'Provincial fuel tax is the rate that the tax table has for the day; it may vary by town and use.',
  ),
  'TAX-UNVERIFIED': guard(
    'tax differs from a rate that nobody has verified for that day; look it up, then accept it or hand in a newer tax table',
    'After a rate’s `verified_until`, a difference that would be an error is a guard.',
  ),
  'TAX-UNKNOWN': guard(
    'no tax table has a rate for that day; look it up, then accept it or hand in a tax table',
    'The tax tables have a rate for each day on which the tax is charged.',
  ),
  'TAX-NO-RATE': warning(
    'no tax table has a rate for that day, so the tax is not checked',
    'Fuel and carbon taxes of days that no table covers are not checked.',
  ),
  ...RATE_RULES,
} as const satisfies Record<string, Rule>;

/** Id of a rule; stable, so that scripts and records can rely on it. */
export type RuleId = keyof typeof CHECK_RULES;

/** Ids of the rules that a user can accept after review, so that they only warn (RATE-01, TXN-15). */
export const GUARDS: readonly RuleId[] = (Object.entries(CHECK_RULES) as [RuleId, Rule][]).flatMap(
  ([id, rule]) => (rule.guard ? [id] : []),
);

/** Returns the accepted guards. Throws a RangeError naming any rule that isn't a guard. */
export function waivedGuards(accept: readonly string[] = []): ReadonlySet<RuleId> {
  const others = accept.filter((rule) => !(GUARDS as readonly string[]).includes(rule));
  if (others.length > 0) {
    throw new RangeError(
      `${others.join(', ')} cannot be accepted: the file has to be put right. Guards are ${GUARDS.join(', ')}.`,
    );
  }
  return new Set(accept as readonly RuleId[]);
}
