import { join } from 'node:path';
import type { Store } from '../db/store.ts';

/** Where uploads lie while they are worked on. */
export const uploadDirectory = (store: Store): string => join(store.directory, 'uploads');
