import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Rates are listed by their day, and looked up by the days on which they hold, among those of years (RATE-03). No list or
 * search reads exceptions by their card's id, and an import that finds many pays for each index (TXN-18).
 */
export const ratesByDay: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index if not exists rates_by_last_day on rates (
      (case when effective_to > effective_date then effective_to else effective_date end), effective_date)
      where price_e5 > 0`.execute(db);
    await sql`create index if not exists rates_by_effective_date_id on rates (effective_date, id)`.execute(
      db,
    );
    await db.schema.dropIndex('exceptions_by_card_id_txn_date_id').ifExists().execute();
  },
};
