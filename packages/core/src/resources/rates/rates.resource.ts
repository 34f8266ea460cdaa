import { defineResource } from '../../resource/define-resource.ts';
import { rateList, type StoredRate } from './rates.list.ts';

export const rates = defineResource<StoredRate>(rateList);
