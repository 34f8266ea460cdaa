/**
 * Public entry of @forecourt/core/provider-files: reads, checks, splits and annotates the spreadsheets of
 * fuel-card providers, both transactions and daily rates. The entry above it, `@forecourt/core`, has only
 * names and types of these, so that it loads no parser.
 *
 * @module
 */
export { CANADIAN_TAXES } from './canadian-taxes.ts';
export {
  type DetectOptions,
  detectProvider,
  detectProviders,
  detectRateProvider,
  providersOf,
} from './choose-layout.ts';
export { type Delivery, duesBetween, isExcepted, parseDeliveries } from './deliveries.ts';
export { formatIssue } from './format-issue.ts';
export { type Layout, type LayoutInput, layoutSchema, parseLayout } from './layout.schema.ts';
export { BUILT_IN_LAYOUTS } from './layouts/built-in-layouts.ts';
export { lineIdentity, OccurrenceCounter, purchaseOf } from './line-identity.ts';
export { LineTotals } from './line-totals.ts';
export { ProviderFileError } from './provider-file-error.ts';
export { countryOf, PROVINCES, type Province } from './provinces.ts';
export { BUILT_IN_RATE_LAYOUTS } from './rates/layouts/built-in-rate-layouts.ts';
export type {
  FormerRate,
  RateLine,
  RateOptions,
  RateReading,
  RateReport,
} from './rates/rate.types.ts';
export {
  parseRateLayout,
  type RateLayout,
  type RateLayoutInput,
  rateLayoutSchema,
} from './rates/rate-layout.schema.ts';
export {
  type HeldRow,
  type RateUploadOptions,
  rateUploadCheck,
} from './rates/rate-upload-check.ts';
export { checkRateFile, readRateFile } from './rates/read-rate-file.ts';
export {
  checkProviderFile,
  ProviderFileReading,
  readProviderFile,
} from './read-provider-file.ts';
export { DEFAULT_READ_LIMITS, openWorkbook, sniffFile } from './reading/index.ts';
export type { Rule } from './rule.ts';
export { CHECK_RULES, GUARDS, type RuleId } from './rules.ts';
export { hasRowNotes } from './splitting/row-notes.ts';
export {
  type SplitFile,
  type SplitOptions,
  splitProviderFile,
} from './splitting/split-provider-file.ts';
export {
  parseTaxTable,
  TAX_BASES,
  type Tax,
  type TaxBasis,
  type TaxedProduct,
  type TaxRate,
  type TaxTable,
  taxTableSchema,
} from './tax-table.schema.ts';
export {
  carbonOn,
  type FuelTaxesOfDay,
  federalExciseOn,
  isVerified,
  provincialFuelTaxes,
  type RateOfDay,
  type SalesTaxesOfDay,
  type SalesTaxRates,
  salesTaxOn,
  type TaxedFuel,
  type TaxTableFacts,
  TaxTables,
  taxTablesInUse,
} from './tax-tables.ts';
export {
  type BuiltInProvider,
  type CellFault,
  type CellValue,
  type CheckedRow,
  type CheckIssue,
  type CheckOptions,
  type CheckReport,
  type CheckTotals,
  type DecimalText,
  type FileKind,
  type ForeignKind,
  type HeldGuard,
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
export { annotateFile, type CopyKind, type Findings } from './writing/annotate-file.ts';
export {
  type CorrectedFile,
  type Correction,
  correctFile,
  MAX_CORRECTIONS,
  type MadeCorrection,
} from './writing/correct-file.ts';
export { csvToXlsx } from './writing/csv-to-xlsx.ts';
export { type Cells, streamXlsx } from './writing/stream-xlsx.ts';
