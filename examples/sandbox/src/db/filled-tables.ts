import type { TableName } from './schema.ts';

/** Tables of so many rows that their indexes are made after a new database was filled. */
export const FILLED: readonly TableName[] = ['transactions', 'transaction_lines'];
