import { createHmac, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createKeyedTable } from './tables.ts';

type Columns = Readonly<Record<string, 'text' | 'integer'>>;

async function addColumns(db: Kysely<unknown>, table: string, columns: Columns): Promise<void> {
  for (const [name, type] of Object.entries(columns)) {
    await db.schema
      .alterTable(table)
      .addColumn(name, type, (column) => column.notNull().defaultTo(type === 'text' ? '' : 0))
      .execute();
  }
}

/**
 * Replaces hashes of calls with keyed ones: an unkeyed hash of a call that contains a password allows guessing
 * it. Each hash is hashed again, so that a call sent before the upgrade is still recognized.
 */
async function keyHashes(db: Kysely<unknown>, key: string): Promise<void> {
  const { rows } = await sql<{ scope: string; key: string; request_hash: string }>`
    select scope, key, request_hash from idempotency_keys`.execute(db);
  for (const row of rows) {
    const hash = createHmac('sha256', key).update(row.request_hash).digest('hex');
    await sql`update idempotency_keys set request_hash = ${hash}
      where scope = ${row.scope} and key = ${row.key}`.execute(db);
  }
}

/** Sessions that end and can be listed, addresses a user signed in from, the trail of sign-ins, keyed hashes. */
export const signIns: Migration = {
  async up(db: Kysely<unknown>) {
    await addColumns(db, 'sessions', {
      last_seen_at: 'text',
      address: 'text',
      client: 'text',
      used: 'integer',
      successor: 'text',
      switched_to: 'text',
    });
    await sql`update sessions set last_seen_at = created_at, used = 1`.execute(db);
    await createIndex(db, 'sessions', 'user_id');
    await createIndex(db, 'login_attempts', 'at');

    await createKeyedTable(db, 'known_addresses', 'user_id address', {
      text: 'address at',
      integer: 'user_id',
    });

    await addColumns(db, 'audit', { address: 'text', last_at: 'text' });
    await db.schema
      .alterTable('audit')
      .addColumn('times', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('audit').addColumn('refusal_key', 'text').execute();
    await db.schema
      .createIndex('audit_one_refusal_key')
      .on('audit')
      .columns(['refusal_key'])
      .unique()
      .execute();
    for (const column of ['at', 'actor', 'action']) await createIndex(db, 'audit', column);

    await createKeyedTable(db, 'service_secrets', 'name', { text: 'name value' });
    const key = randomBytes(32).toString('base64url');
    await sql`insert into service_secrets (name, value) values ('calls', ${key})`.execute(db);
    await keyHashes(db, key);
  },
};
