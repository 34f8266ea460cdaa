import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** No list or search reads exceptions by their card's id, and an import that finds many pays for each index (TXN-18). */
export const quickerExceptions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('exceptions_by_card_id_txn_date_id').ifExists().execute();
  },
};
