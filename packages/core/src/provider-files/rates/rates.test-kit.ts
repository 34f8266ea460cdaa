import { type TestSheet, workbookOf } from '../checking.test-kit.ts';
import type { CellValue, RateProvider } from '../types.ts';
import type { RateOptions, RateReading } from './rate.types.ts';
import { readRates } from './read-rate-file.ts';

export const TODAY = '2026-11-18';

type Row = Readonly<Record<string, CellValue>>;

const ESSO: Row = {
  'SITE NUMBER': '07011',
  NAME: 'AYR TRAVEL CENTRE',
  'PROV.': 'ON',
  PRODUCT: 'DIESEL LS',
  'NET PRICE': 144,
  FET: '-',
  PFT: 9,
  PCT: '-',
  LOCAL: '-',
  'PRICE/LTR.': 153,
  'GST/HST/FNT': 19.89,
  'PST/QST': '-',
  'TOTAL PRICE': 172.89,
};
const PIPELINE: Row = {
  Site: '07011',
  Name: 'AYR',
  Prov: 'ON',
  Cost: 1.41,
  Freight: 0.03,
  Base: 1.44,
  FET: 0,
  PFT: 0.09,
  Fuel: 1.53,
  SalesTax: 0.1989,
  InTax: 1.7289,
  QST: 0,
  Retail: 1.8,
  Your: 1.7289,
  Savings: 0.0711,
};
const TAPETRO: Row = {
  'Loc #': 6319,
  'Travel Center': 'PETRO BUCKSVILLE',
  ST: 'AL',
  'City/State': 'BIRMINGHAM, AL',
  'Product Dispensed': 'DIESEL ULTRA LOW SULFUR',
  'Retail Price': 5.799,
  'Fuel Price': 5.524,
  'Savings Total': 0.275,
  'Bulk DEF Price': 4.199,
};
export const EXAMPLE_RATES = { Esso: ESSO, Pipeline: PIPELINE, 'TA-Petro': TAPETRO };

/** How each provider states the day. */
const BANNER: Record<RateProvider, readonly CellValue[]> = {
  Esso: ['Effective 11/18/2026 - 11/18/2026'],
  Pipeline: ['Effective 2026-11-18 to 2026-11-18'],
  'TA-Petro': ['Price Effective : November 18, 2026 at 12 am'],
};

/** Reads sheets of arrays as a provider's rates. */
export function readSheets(
  provider: RateProvider,
  sheets: readonly TestSheet[],
  { file = 'rates.xlsx', ...options }: Partial<RateOptions> & { file?: string } = {},
): Promise<RateReading> {
  const open = async () => workbookOf(sheets);
  return readRates(file, { provider, today: TODAY, ...options }, open);
}

/** Reads a provider's valid rate with some cells changed, or below another banner. */
export function readRate(
  provider: RateProvider,
  changes: Row,
  options: Partial<RateOptions> & { file?: string; banner?: readonly CellValue[] } = {},
): Promise<RateReading> {
  const { banner = BANNER[provider], ...rest } = options;
  const row = { ...EXAMPLE_RATES[provider], ...changes };
  const rows = [banner, Object.keys(row), Object.values(row)];
  return readSheets(provider, [{ name: 'Rates', rows }], rest);
}

/** 'Fuel RATE-SUM', in order. */
export function found({ report }: RateReading): readonly string[] {
  return report.issues.map(({ rule, column, cell }) => `${column ?? cell} ${rule}`);
}
