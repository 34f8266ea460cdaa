import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasColumn } from './tables.ts';

type Db = Kysely<unknown>;

/** Which process works on an import, and when each attempt was begun and started: its events keep both (SHELL-14). */
const OF_RUNS = ['process', 'claimed_at', 'started_at'] as const;

/** What the trail says of an import's run, and of a card that moves from one company to another (SHELL-14). */
export const trailOfRuns: Migration = {
  async up(db: Db) {
    for (const name of OF_RUNS) {
      // On SQLite the server may have crashed after a commit and before it recorded the migration.
      if (await hasColumn(db, 'imports', name)) continue;
      await db.schema
        .alterTable('imports')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
    if (!(await hasColumn(db, 'audit', 'left_company_id'))) {
      await db.schema.alterTable('audit').addColumn('left_company_id', 'bigint').execute();
    }
    await db.schema
      .createIndex('audit_by_left_company_id_at')
      .ifNotExists()
      .on('audit')
      .columns(['left_company_id', 'at', 'id'])
      .execute();
  },
};
