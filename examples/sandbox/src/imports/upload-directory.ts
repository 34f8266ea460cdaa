import type { Store } from '../db/store.ts';

/** Where uploads lie while they are worked on. */
export const uploadDirectory = (store: Store): string => store.uploads;
