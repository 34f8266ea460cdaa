/** Fields of a line that are kept as printed. */
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

/** Fields of a line used in calculations. */
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

/** Index of each number in a line's array. Plain arrays of numbers make 100,000 rows affordable. */
export const N = Object.fromEntries(NUMBER_FIELDS.map((field, index) => [field, index])) as {
  readonly [field in NumberField]: number;
};

/** Decimal digits that numbers are scaled by, so that all sums are exact integers. */
export const SCALE = { quantity: 4, price: 5, money: 2 } as const;

/** A missing number. */
export const ABSENT = Number.NaN;

/** Returns the number, or 0 for a cell that may be empty and is. */
export function orZero(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}
