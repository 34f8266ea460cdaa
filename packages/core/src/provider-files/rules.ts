import { RATE_RULES } from './rates/rate-rules.ts';
import { error, guard, type Rule, warning } from './rule.ts';

/**
 * Every rule of the check by its stable id. Errors refuse a row; those of FILE rules refuse the whole file.
 */
export const CHECK_RULES = {
  'FILE-EXTRA-COLUMN': warning(
    'column is not in the layout and is not read',
    'Unknown columns are reported, because a provider may have renamed one.',
    'Look whether it has a new name of a column that the layout reads; if so, add the name to the layout.',
  ),
  'FILE-COLUMN-TWICE': warning(
    'column has the name of another one and is not read',
    'If two columns have the same name, the first is read and the second is reported.',
    'Look whether the first of the two is the right one; otherwise remove it from the file.',
  ),
  'FILE-HEADER-RECORD': warning(
    'the header record is missing, so account, invoice and day of the file are unknown',
    'Files of records start with their header.',
    'Look whether the first row was deleted; ask the provider for the file as it was sent.',
  ),
  'FILE-FEW-ROWS': warning(
    'the file has far fewer rows than the provider’s last ones; it may be cut off',
    'A file has at least a third of the rows that the provider’s last files usually had.',
    'Compare the number of rows with the provider’s own count before sending.',
  ),
  'FILE-SHEET': warning(
    'sheet has no header row of this provider and is not read',
    'A sheet without the header row is left out.',
    'Look whether it holds transactions; if so, give it the header row.',
  ),
  'FILE-HIDDEN-SHEET': warning(
    'sheet is hidden and is not read',
    'Hidden sheets are left out.',
    'Look whether it holds transactions; if so, unhide it.',
  ),
  'FILE-DATE-ORDER': error(
    'some dates have day and month in another order than the layout, and others could be read either way',
    'Ambiguous dates of a sheet are accepted unless another date in it contradicts the layout’s order of day and month.',
    'Ask the provider for dates in one order.',
  ),
  'FILE-COUNT': error(
    'the file says another number of transactions than it holds',
    'The trailer counts the rows of the file.',
    'Ask the provider for the whole file.',
  ),
  'FILE-QUANTITY': error(
    'the file’s total quantity is not the sum of its rows',
    'The trailer or total row contains the sum of the quantities.',
    'Look for a row that was changed or is missing; otherwise ask the provider for the whole file.',
  ),
  'FILE-TOTAL': error(
    'the file’s total amount is not the sum of its rows',
    'The trailer or total row contains the sum of the amounts.',
    'Look for a row that was changed or is missing; otherwise ask the provider for the whole file.',
  ),
  'FILE-TOTAL-CENT': warning(
    'the file’s total differs by rounding from the sum of its rows',
    'Totals may be off by a cent a row, at most 1.00.',
    'Nothing, unless the provider’s invoice says another total.',
  ),
  'FILE-SUBTOTAL': error(
    'subtotal is not the sum of the rows above it',
    'A subtotal contains the sum of the rows since the previous one.',
    'Look for a row that was changed or is missing; otherwise ask the provider for the whole file.',
  ),
  'FILE-CURRENCY': error(
    'the file says another currency than the provider’s',
    'The header record names the provider’s currency.',
    'Choose the right file, or the right file type.',
  ),
  'FILE-DATE': warning(
    'the file’s own date lies in the future or is no date',
    'The header record contains the day the file was created.',
    'Look whether this is the file of the right day.',
  ),
  'FILE-TRAILER': error(
    'the trailer record is missing, so the file may be cut off',
    'Files of records end with their trailer.',
    'Ask the provider for the whole file.',
  ),
  'FILE-TOTAL-ROW': warning(
    'the total row is missing, so the file may be cut off',
    'Files with a total row end with it.',
    'Compare the totals with the provider’s own before sending.',
  ),
  'FILE-ROW-IGNORED': warning(
    'row has an amount but is neither a transaction nor a total, and is not read',
    'A row without what makes a transaction, such as a fee of the account, is left out and named.',
    'Ask the provider what it is, and bill it by hand if it is a charge.',
  ),
  'TXN-TWIN': warning(
    'row equals another one of its file in every cell; each is entered as a purchase of its own',
    'Equal rows count as two purchases, and both are reported, because a provider may have sent one twice.',
    'Ask the provider whether both were sold; if not, delete one of the rows.',
  ),
  'TXN-SHEET-TWICE': warning(
    'sheet has the same rows as another one of its file; each row is entered as a purchase of its own',
    'A sheet that repeats another is read, and both are reported.',
    'Delete one of the sheets, unless the provider sold everything twice.',
  ),
  'TXN-RECORD': error(
    'record type is unknown',
    'The record type is one of the layout’s.',
    'Enter the type that the other rows have, or delete the row.',
  ),
  'TXN-REQUIRED': error(
    'cell is empty',
    'Cells that a transaction cannot do without are filled.',
    'Fill it in from the receipt or ask the provider.',
  ),
  'TXN-CELL': error(
    'cell holds no value but a spreadsheet error',
    'Cells hold values, not spreadsheet errors.',
    'Repair the formula, or enter the value itself.',
  ),
  'TXN-CARD': error(
    'is not a card number',
    'A card number is digits, or masked with its last four digits.',
    'Enter the card number as printed on the receipt.',
  ),
  'TXN-CARD-NUMBER': error(
    'card number is stored as a number, which loses its digits after the fifteenth',
    'Card numbers of 16 digits or more are text.',
    'Enter the whole number as text, or have the provider write the column as text.',
  ),
  'TXN-CARD-SCIENTIFIC': error(
    'card number has been turned into scientific notation',
    'Card numbers are not in scientific notation.',
    'Enter the whole number as text, or have the provider write the column as text.',
  ),
  'TXN-CARD-LENGTH': error(
    'card number has lost digits, leading zeros perhaps',
    'Card numbers have the layout’s length.',
    'Enter the whole number as text, or have the provider write the column as text.',
  ),
  'TXN-DATE': error(
    'is not a date of the layout',
    'Dates are real spreadsheet dates or text in the layout’s format, and exist.',
    'Enter the day as the other rows have it.',
  ),
  'TXN-DATE-EMPTY': error(
    'date is empty',
    'The transaction date is not 00/00/00.',
    'Enter the day from the receipt or ask the provider.',
  ),
  'TXN-DATE-FUTURE': warning(
    'date is in the future',
    'Transactions are dated tomorrow at the latest.',
    'Compare with the receipt, and correct the day if it is wrong.',
  ),
  'TXN-DATE-FAR': error(
    'date is more than a year in the future',
    'Transactions are dated at most a year ahead.',
    'Correct the year.',
  ),
  'TXN-DATE-OLD': warning(
    'date is more than 90 days ago',
    'Transactions are at most 90 days old.',
    'Look whether it was billed before, and whether the year is right.',
  ),
  'TXN-DATE-MIXED': warning(
    'date is written in another way than in the rows above',
    'A sheet’s dates are all real dates or all text.',
    'Compare day and month with the receipt: they may be swapped.',
  ),
  'TXN-ODOMETER': warning(
    'is not an odometer reading, and is kept as it is',
    'An odometer reading is a number, with or without thousands separators and decimals.',
    'Enter the reading in digits, or empty the cell.',
  ),
  'TXN-TIME': error(
    'is not a time of day',
    'Times are between 00:00 and 23:59.',
    'Enter the time as hours and minutes: 14:05.',
  ),
  'TXN-NUMBER': error(
    'is not a number',
    'Quantities, prices and amounts are numbers.',
    'Enter digits with a decimal point, without a unit or a currency.',
  ),
  'TXN-DECIMAL-COMMA': error(
    'has a decimal comma',
    'Numbers have a decimal point.',
    'Write it with a decimal point.',
  ),
  'TXN-TRAILING-MINUS': warning(
    'is negative by a trailing sign',
    'A trailing minus, or CR, makes the number negative, and is reported.',
    'Nothing if it is a credit; otherwise remove the sign.',
  ),
  'TXN-PLACES': warning(
    'has more decimal places than can be billed and is rounded',
    'Money has two decimals, prices five, quantities four.',
    'Nothing, unless the cent matters: then enter the value as it is billed.',
  ),
  'TXN-RANGE': error(
    'number is too large to be true',
    'Numbers are small enough for exact arithmetic.',
    'Look for a missing decimal point or digits that belong to another column.',
  ),
  'TXN-PROVINCE': error(
    'is not a province or state',
    'The station’s province or state is known.',
    'Enter the two letters of the station’s province or state.',
  ),
  'TXN-CURRENCY': error(
    'currency does not fit',
    'The currency is known and is the station’s.',
    'Enter the currency of the station’s country, CAD or USD.',
  ),
  'TXN-UNIT': error(
    'unit does not fit the currency',
    'Litres go with CAD, US gallons with USD.',
    'Enter litres for CAD and gallons for USD.',
  ),
  'TXN-PRODUCT': error(
    'product code is unknown',
    'The product code is in the layout; an unknown one never falls back to a default.',
    'Enter the provider’s code for what was sold; if the code is new, add it to the layout.',
  ),
  'TXN-QTY': error(
    'amount is not quantity × price',
    'Amount and quantity × price agree within a cent and the price’s hidden digits.',
    'Compare quantity, price and amount with the receipt, and correct the one that is wrong.',
  ),
  'TXN-PRETAX': error(
    'amount is not the amount before tax and its taxes',
    'The amount before tax plus the taxes equals the amount.',
    'Compare the taxes with the receipt, and correct the one that is wrong.',
  ),
  'TXN-PRICE-PARTS': error(
    'price is not the sum of its parts',
    'The price before tax plus the fuel taxes equals the price.',
    'Compare the parts of the price with the receipt, and correct the one that is wrong.',
  ),
  'TXN-ROW-TOTAL': error(
    'total is not the sum of the row’s products',
    'The products of a wide row add up to its total.',
    'Add up the products of the row, and correct the one that is wrong.',
  ),
  'TXN-SIGN': error(
    'quantity and amount have different signs',
    'In a reversal, quantity and amount are both negative.',
    'Give both a minus for a reversal, and neither for a sale.',
  ),
  'TXN-CREDIT': warning(
    'is a credit without quantity',
    'A credit on the price alone is accepted and reported.',
    'Nothing if the provider gave a credit on the price.',
  ),
  'TXN-CANCEL': error(
    'row is cancelled but its amount is not negative',
    'A cancelled row has a negative amount.',
    'Give the amount a minus, or remove the mark of the cancellation.',
  ),
  'TXN-ZERO': warning(
    'quantity and amount are zero',
    'Rows that bill nothing are accepted and reported.',
    'Nothing, unless the receipt has an amount.',
  ),
  'TXN-QTY-RANGE': warning(
    'quantity is unusual',
    'A fill is over 0.5 and at most 1,500 L (400 gal).',
    'Compare with the receipt, and look for a misplaced decimal point.',
  ),
  'TXN-PRICE-RANGE': warning(
    'price is unusual',
    'Fuel costs CAD 1.00 to 3.00 a litre, USD 2.50 to 10.00 a gallon.',
    'Compare with the receipt, and look for a misplaced decimal point.',
  ),
  'TXN-CENTS': error(
    'price is in cents',
    'Prices are in dollars.',
    'Divide it by 100: prices are in dollars.',
  ),
  'TXN-RETAIL': warning(
    'billed price is above the retail price',
    'The retail price is no lower than the billed price.',
    'Look whether the two prices are swapped.',
  ),
  'TXN-DISCOUNT': warning(
    'discount is not (retail − billed) × quantity',
    'If the price includes the discount, the discount explains the retail price.',
    'Compare the discount with the provider’s agreement.',
  ),
  'TAX-REGIME': error(
    'tax does not apply in this province',
    'Exactly one of HST, GST, GST and QST, GST and PST applies.',
    'Look whether the province is right; if so, move the tax to the column of its kind.',
  ),
  'TAX-US': error(
    'Canadian sales tax on a transaction in the United States',
    'Transactions in the United States carry no Canadian sales tax.',
    'Look whether the province or state is right; if so, remove the tax and lower the amount.',
  ),
  'TAX-GST': error(
    'GST is not what the province’s rate gives',
    'GST is the rate of the day on the amount before sales taxes, within a cent.',
    'Look whether the province is right; if so, ask the provider for the right tax.',
  ),
  'TAX-HST': error(
    'HST is not what the province’s rate gives',
    'HST is the province’s rate of the day on the amount before sales taxes, within a cent.',
    'Look whether the province is right; if so, ask the provider for the right tax.',
  ),
  'TAX-QST': error(
    'QST is not what the rate gives',
    'QST is its rate on the amount before sales taxes, within a cent.',
    'Look whether the province is right; if so, ask the provider for the right tax.',
  ),
  'TAX-PST': warning(
    'PST on fuel is unusual',
    'BC, SK and MB charge no PST on motor fuel.',
    'Look whether the product is fuel; ask the provider if it is.',
  ),
  'TAX-COMBINED': error(
    'sales tax is not what the province’s rates give',
    'Sales taxes in one column equal the province’s combined rates, within a cent per product.',
    'Look whether the province is right; if so, ask the provider for the right tax.',
  ),
  'TAX-FET': error(
    'federal excise tax is not the rate of the day',
    'FET is the rate that the tax table has for the day.',
    'Look whether the day is right; if so, ask the provider for the right tax.',
  ),
  'TAX-CBT': error(
    'carbon tax on a day without one',
    'The tax table has a carbon charge of 0 for the day.',
    'Look whether the day is right; if so, ask the provider to take the tax off.',
  ),
  'TAX-CBT-RATE': warning(
    'carbon tax is not the rate of the day',
    'Carbon tax is the rate that the tax table has for the province and day; exemptions exist.',
    'Look whether the purchase is exempt; otherwise ask the provider.',
  ),
  'TAX-PFT': warning(
    'provincial fuel tax is not the usual rate',
    'Provincial fuel tax is the rate that the tax table has for the day; it may vary by town and use.',
    'Look whether the town or the use has a rate of its own; otherwise ask the provider.',
  ),
  'TAX-UNVERIFIED': guard(
    'tax differs from a rate that nobody has verified for that day',
    'After a rate’s `verified_until`, a difference that would be an error is a guard.',
    'Look it up, then accept it or hand in a newer tax table.',
  ),
  'TAX-UNKNOWN': guard(
    'no tax table has a rate for that day',
    'The tax tables have a rate for each day on which the tax is charged.',
    'Look it up, then accept it or hand in a tax table.',
  ),
  'TAX-NO-RATE': warning(
    'no tax table has a rate for that day, so the tax is not checked',
    'Fuel and carbon taxes of days that no table covers are not checked.',
    'Compare the tax with the receipt.',
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
