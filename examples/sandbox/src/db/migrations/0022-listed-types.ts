import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createKeyedTable, hasColumn } from './tables.ts';

/** What a new deployment begins with; its operator changes the table. */
const BEGINNING: Readonly<Record<string, readonly string[]>> = {
  CARD_TYPE: ['Diesel and DEF', 'Diesel only', 'All products'],
  PLASTIC_TYPE: ['Fleet', 'Driver', 'Fleet Plus'],
  CASH_ADVANCE_TYPE: ['None', 'Daily', 'Weekly'],
  USAGE_ABOVE_LIMITS: ['Yes', 'No'],
};

interface Listed {
  readonly listed_types: {
    readonly type: string;
    readonly value: string;
    readonly position: number;
  };
}

/** The types of cards that `GET types` names and that a card may have (CARD-09). */
export const listedTypes: Migration = {
  async up(db: Kysely<unknown>) {
    // On SQLite the server may have crashed after the commit and before it recorded the migration.
    if (!(await hasColumn(db, 'listed_types', 'type'))) {
      await createKeyedTable(db, 'listed_types', 'type value', {
        text: 'type value',
        integer: 'position',
      });
    }
    await (db as unknown as Kysely<Listed>)
      .insertInto('listed_types')
      .values(
        Object.entries(BEGINNING).flatMap(([type, values]) =>
          values.map((value, position) => ({ type, value, position })),
        ),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
};
