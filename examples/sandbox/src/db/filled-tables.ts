import type { TableName } from './schema.ts';

/** Tables with so many rows that filling a new database creates their indexes last. */
export const FILLED: readonly TableName[] = ['transactions', 'transaction_lines'];
