/** Reading and checking the spreadsheets of fuel-card providers. */
export { detectProvider } from './choose-layout.ts';
export { formatIssue } from './format-issue.ts';
export { type Layout, type LayoutInput, layoutSchema, parseLayout } from './layout.schema.ts';
export { BUILT_IN_LAYOUTS } from './layouts/built-in-layouts.ts';
export { countOccurrences, lineIdentity } from './line-identity.ts';
export { ProviderFileError } from './provider-file-error.ts';
export { countryOf, PROVINCES, type Province } from './provinces.ts';
export { checkProviderFile, ProviderFileReading, readProviderFile } from './read-provider-file.ts';
export { DEFAULT_READ_LIMITS, openWorkbook, sniffFile } from './reading/index.ts';
export { CHECK_RULES, type Rule, type RuleId } from './rules.ts';
export {
  carbonOn,
  federalExciseOn,
  provincialFuelTaxes,
  type SalesTaxRates,
  salesTaxOn,
  type TaxedFuel,
} from './tax-tables.ts';
export {
  type CellFault,
  type CellValue,
  type CheckedRow,
  type CheckIssue,
  type CheckOptions,
  type CheckReport,
  type CheckTotals,
  type DecimalText,
  type FileKind,
  type Inflate,
  type OpenOptions,
  PRODUCTS,
  type Product,
  type ProviderFile,
  type ProviderFileErrorCode,
  type ProviderLine,
  RATE_PROVIDERS,
  type RateProvider,
  type ReadLimits,
  type SheetInfo,
  type SheetRow,
  TRANSACTION_PROVIDERS,
  type TransactionProvider,
  type Workbook,
} from './types.ts';
