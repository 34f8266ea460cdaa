import { defineResource } from '../../resource/define-resource.ts';
import { type RateNames, rateList, type StoredRate } from './rates.list.ts';

/** Stored daily rates (RATE-03). */
export const rates = defineResource<StoredRate, StoredRate, string, RateNames>(rateList);
