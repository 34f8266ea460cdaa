import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex } from './tables.ts';

/** Replaces two indexes of transactions by longer ones with the amounts, so that sums read no rows (LIST-15). */
export const coveredSums: Migration = {
  async up(db: Kysely<unknown>) {
    await createIndex(db, 'transactions', 'currency', 'txn_date', 'id', 'amount_minor');
    await createIndex(
      db,
      'transactions',
      'company_id',
      'txn_date',
      'id',
      'currency',
      'amount_minor',
    );
    await db.schema.dropIndex('transactions_by_currency_txn_date_id').ifExists().execute();
    await db.schema.dropIndex('transactions_by_company_id_txn_date_id').ifExists().execute();
  },
};
