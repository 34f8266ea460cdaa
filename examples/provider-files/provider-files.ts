/** Example provider files: good ones of every provider, and bad ones of every kind. */
export { BAD_FILES_TODAY, type BadFile, badFiles, type Expectation } from './bad-files.ts';
export { DEMO_CARD_COUNT, demoCardNumber, maskAllButLast, maskMiddle } from './demo-cards.ts';
export { GOLDEN_LINES, type GoldenLine } from './golden-lines.ts';
export { goodFiles, type ProviderFileExample } from './good-files.ts';
export { pipelineSheet } from './pipeline.ts';
export { BAD_RATES_TODAY, type BadRateFile, badRates } from './rates/bad-rates.ts';
export { goodRates, type RateFileExample } from './rates/good-rates.ts';
export { type GeneratedFile, mendWorkbook, type Sheet, workbookBytes } from './workbook.ts';
