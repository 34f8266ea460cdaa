import type { Store } from '../db/store.ts';

/** Directory of uploads in progress. */
export const uploadDirectory = (store: Store): string => store.uploads;
