import { type Checked, checkSheets } from './checking.test-kit.ts';
import type { CellValue } from './types.ts';

type Changes = Readonly<Record<string, CellValue>>;

export const CARD = '7076850000000128';
const COMDATA: Changes = {
  'Account Code': 'JJ068',
  'Transaction Date': '11/18/2026',
  'Transaction Number': '17836',
  'Comchek Card Number': '707685XXXXXX0128',
  'Truck Stop Code': 'OH976',
  'Truck Stop State': 'OH',
  'Total Amount Due': '$360.00',
  'Number of Tractor Gallons': '100.00',
  'Tractor Fuel Price Per Gallon': '$3.600 ',
  'Cost of Tractor Fuel': '$360.00',
  'Cash Advance Amount': '$0.00',
  'Product Code 1': '',
  'Product Amount 1': '$0.00',
  'Cancel flag': 'N',
  'Other Fuel PPG': '$0.00000',
  'Other Fuel Gallons': '0.00',
  'Other Fuel Cost': '$0.00',
  'Canadian Tax Amount Canadian Dollars': '$0.00',
  'Billable Currency': 'U',
};
const SUNCORE: Changes = {
  'Card Number': CARD,
  Date: '18-Nov-26',
  Time: '10:15',
  'Site #': '07011',
  Prv: 'ON',
  'Product Code': 'DSL',
  Litres: 100,
  'Price excl. GST/HST/PST': 1.53,
  'FCT+FET': 0,
  'CBN+PFT+UTT': 0.09,
  'Base Price excl. tax': 1.44,
  GST: 0,
  HST: 19.89,
  PST: 0,
  QST: 0,
  Discount: 0,
  Total: 172.89,
};
const PIPELINE: Changes = {
  'Auth Code': 'A1-TA',
  'Card #': CARD,
  Date: '2026-11-18 02:17:56',
  'Site #': '07011',
  Prov: 'ON',
  Prod: 'TA',
  Qty: 100,
  UOM: 'L',
  Retail: 1.8,
  Billed: 1.7,
  'Pre Tax Amt': 150.44,
  HST: 19.56,
  GST: 0,
  PST: 0,
  QST: 0,
  'Disc Amt': 10,
  'Final Amt': 170,
  Cur: 'CN',
};
/** The columns required in a row of an ESSO sheet. */
export const ESSO_HEADER = [
  ...['REC_TYPE', 'CARD_NO', 'TRAN_DATE', 'TRAN_NO', 'STN_NO', 'STN_PRV', 'PRD_CD', 'QTY'],
  ...['NET_PRICE', 'FET_RT', 'PFT_RT', 'GST_AMT', 'HST_AMT', 'AMT'],
];
/** The columns required in a row of a Pipeline sheet. */
export const PIPELINE_HEADER = [
  ...['Auth Code', 'Card #', 'Date', 'Site #', 'Prov', 'Prod', 'Qty', 'Billed'],
  ...['HST', 'GST', 'Final Amt', 'Cur'],
];
/** A row below `PIPELINE_HEADER`; rows of different numbers are different purchases. */
export const pipelineRow = (number: number) => [
  ...[`A${number}`, CARD, '2026-11-18', '1', 'ON', 'TA'],
  ...[100, 1.7, 19.56, 0, 170, 'CN'],
];
export const EXAMPLE_ROWS = { Comdata: COMDATA, Suncore: SUNCORE, Pipeline: PIPELINE };
type ExampleProvider = keyof typeof EXAMPLE_ROWS;
const TOTAL_LABEL = { Comdata: '', Suncore: 'TOTAL', Pipeline: 'Grand Total' };

/** Returns the issues of a provider's example row with some cells changed, by column. */
export async function findings(
  provider: ExampleProvider,
  changes: Changes,
): Promise<readonly string[]> {
  const { report } = await checkRow(provider, changes);
  return report.issues.map(({ rule, column }) => `${column} ${rule}`);
}

/** Checks a provider's valid example row with some cells changed. */
export function checkRow(provider: ExampleProvider, changes: Changes): Promise<Checked> {
  const row = { ...EXAMPLE_ROWS[provider], ...changes };
  const rows = [Object.keys(row), Object.values(row), [TOTAL_LABEL[provider]]];
  return checkSheets(provider, [{ name: 'Sheet1', rows }]);
}
