import type { RateLayoutInput } from '../rate-layout.schema.ts';
import { essoRates } from './esso.rates.ts';
import { pipelineRates } from './pipeline.rates.ts';
import { tapetroRates } from './tapetro.rates.ts';

/** The layouts of the three rate providers; a deployment may hand in its own in their place. */
export const BUILT_IN_RATE_LAYOUTS: readonly RateLayoutInput[] = [
  tapetroRates,
  pipelineRates,
  essoRates,
];
