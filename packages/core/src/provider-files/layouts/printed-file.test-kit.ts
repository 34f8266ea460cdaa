import type { CellValue, TransactionProvider } from '../types.ts';

/** A provider's file with every column that its layout knows. */
export interface Printed {
  readonly provider: TransactionProvider;
  readonly above?: readonly (readonly CellValue[])[];
  readonly below?: readonly (readonly CellValue[])[];
  /** Each column's header as the provider prints it, with a cell of an accepted row. */
  readonly cells: readonly (readonly [header: string, cell: CellValue])[];
  /** Other spellings of headers. */
  readonly also: Readonly<Record<string, readonly string[]>>;
  readonly ignored?: readonly string[];
  /** Headers without which the file is refused. */
  readonly required: readonly string[];
  /** Headers whose cells a row must have. */
  readonly filled: readonly string[];
  readonly lines: readonly object[];
}

export const CARD = '7076850000000128';
/** A line of a row that says nothing of these. */
export const BLANK = {
  account: '',
  authCode: '',
  transactionNumber: '',
  stationName: '',
  stationAddress: '',
  city: '',
  productDescription: '',
  retailPrice: null,
  billedPrice: null,
  netPrice: null,
  fetRate: null,
  pftRate: null,
  cbtRate: null,
  gst: '0.00',
  hst: '0.00',
  pst: '0.00',
  qst: '0.00',
  discount: '0.00',
  misc: '0.00',
  odometer: '',
  unitNumber: '',
  driver: '',
  saleType: '',
  breakdownName: '',
  invoiceNumber: '',
  quantity: '0.00',
  unit: '',
  reversal: false,
  sheet: 'S',
};
