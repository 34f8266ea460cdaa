import { defineResource } from '../../resource/define-resource.ts';
import { type RateChange, type RateChangeNames, rateChangeList } from './rate-changes.list.ts';

/**
 * What changed between two days of stored rates (RATE-03). `from` and `to` are those days: by default the newest day
 * with rates, and the one before it.
 */
export const rateChanges = defineResource<RateChange, RateChange, string, RateChangeNames>(
  rateChangeList,
);
