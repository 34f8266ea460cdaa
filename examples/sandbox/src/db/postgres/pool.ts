import { Kysely, PostgresDialect, type QueryCompiler } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import type { Schema } from '../schema.ts';
import { PostgresCompiler } from './compiler.ts';
import { parserOf } from './values.ts';

/** Connections of one process for each of its three uses; all are opened when they are needed. */
const CONNECTIONS = 5;
const CONNECT_MS = 10_000;

class Dialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new PostgresCompiler();
  }
}

const types = {
  getTypeParser: (type: number, format: unknown) =>
    parserOf(type) ?? pg.types.getTypeParser(type, format as 'text'),
} as pg.CustomTypesConfig;

/** kysely's streams; a cursor does not ask its connection how values are read. */
class TypedCursor extends Cursor {
  constructor(text: string, values: unknown[]) {
    super(text, values, { types });
  }
}

/**
 * Connections of one kind. `stalledMs`: after that long without a word the server ends a transaction. `statementMs`: it
 * ends a statement that takes longer, so that no search holds a connection for minutes; 0 sets no limit.
 */
export function connect(databaseUrl: string, stalledMs: number, statementMs = 0): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: stalledMs,
    statement_timeout: statementMs,
    application_name: 'forecourt-sandbox',
    types,
  });
  // A connection lost while nobody used it is no failure: the next use opens another.
  pool.on('error', () => undefined);
  // One lost between two statements fails the next of them; unheard, it would end the whole process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Schema>({ dialect: new Dialect({ pool, cursor: TypedCursor }) });
}
