/** Fields of a line that are kept as they are printed. */
export const TEXT_FIELDS = [
  'recordType',
  'account',
  'cardNumber',
  'businessDate',
  'time',
  'authCode',
  'transactionNumber',
  'stationNumber',
  'stationName',
  'stationAddress',
  'city',
  'province',
  'productCode',
  'productDescription',
  'unit',
  'currency',
  'odometer',
  'unitNumber',
  'driver',
  'saleType',
  'breakdownName',
  'invoiceNumber',
  'cancelFlag',
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** Fields of a line that are reckoned with. */
export const NUMBER_FIELDS = [
  'quantity',
  'retailPrice',
  'billedPrice',
  'netPrice',
  'fetRate',
  'pftRate',
  'cbtRate',
  'localRate',
  'gst',
  'hst',
  'pst',
  'qst',
  'combinedTax',
  'discount',
  'misc',
  'amount',
  'preTax',
  'rowTotal',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** Where a line's number stands in its array: arrays of numbers are what makes 100,000 rows cheap. */
export const N = Object.fromEntries(NUMBER_FIELDS.map((field, index) => [field, index])) as {
  readonly [field in NumberField]: number;
};

/** Digits behind the point that numbers are scaled by, so that all sums stay exact whole numbers. */
export const SCALE = { quantity: 4, price: 5, money: 2 } as const;

/** An absent number. */
export const ABSENT = Number.NaN;

/** The number, or 0 where a cell that may be empty is. */
export function orZero(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}
