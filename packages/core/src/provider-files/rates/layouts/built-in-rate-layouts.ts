import type { RateLayoutInput } from '../rate-layout.schema.ts';
import { essoRates } from './esso.rates.ts';
import { pipelineRates } from './pipeline.rates.ts';
import { tapetroRates } from './tapetro.rates.ts';

/** Layouts of the built-in rate providers. A deployment may replace them with its own. */
export const BUILT_IN_RATE_LAYOUTS: readonly RateLayoutInput[] = [
  tapetroRates,
  pipelineRates,
  essoRates,
];
