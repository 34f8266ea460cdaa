import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type QueryCompiler } from 'kysely';
import pg, { type Connection } from 'pg';
import Cursor from 'pg-cursor';
import type { Schema } from '../schema.ts';
import { PostgresCompiler } from './compiler.ts';
import { parserOf } from './values.ts';

/** Connections per process for each of its three uses; opened on demand. */
const CONNECTIONS = 5;
const CONNECT_MS = 10_000;

/** How much longer than a statement may take its connection may be silent. */
const SILENT_MS = 5_000;

/**
 * How this database is planned for, unless its address has `options` of its own. Pages of a disk without moving parts
 * cost the same wherever they are: by the server's default, it read all lines of a million purchases for those of a month
 * (decision 72). Compiling a page's query takes longer than running it.
 */
const PLANNING = { random_page_cost: '1.1', jit: 'off' };

/**
 * Statements that prepare a connection. Parameters of its start would do the same, but a pooler such as pgbouncer refuses
 * them or leaves them out. What the address itself sets counts.
 */
function preparing(databaseUrl: string, limits: Readonly<Record<string, number>>): string {
  const own = new URL(databaseUrl).searchParams;
  const settings = { ...limits, ...(own.has('options') ? {} : PLANNING) };
  return Object.entries(settings)
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ');
}

class Dialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new PostgresCompiler();
  }
}

const types = {
  getTypeParser: (type: number, format: unknown) =>
    parserOf(type) ?? pg.types.getTypeParser(type, format as 'text'),
} as pg.CustomTypesConfig;

/** What the types of a cursor leave out. */
interface CursorState {
  /** 'done' as soon as the last row is here. */
  readonly state: string;
  /** Waits for rows, and after the last for the server to be ready again. */
  _cb: ((error: Error) => void) | null;
  readonly connection: Connection | null;
  handleError(error: Error): void;
}

const { handleError } = Cursor.prototype as unknown as CursorState;

/** For Kysely's streams: a cursor doesn't use its connection's type parsers. */
class TypedCursor extends Cursor {
  constructor(text: string, values: unknown[]) {
    super(text, values, { types });
  }

  /** A cursor that is done ignores errors, so that whoever waits for the last of its rows would wait for ever. */
  handleError(error: Error): void {
    const cursor = this as unknown as CursorState;
    const waiting = cursor.state === 'done' ? cursor._cb : null;
    handleError.call(this, error);
    if (waiting === null) return;
    cursor._cb = null;
    waiting(error);
  }

  /** A lost connection never confirms the end of its cursor: an export would wait for it until its time is over. */
  // @ts-expect-error Kysely closes it without a callback, the only way that this overrides.
  override async close(): Promise<void> {
    const { connection } = this as unknown as CursorState;
    if (!connection || connection.stream.destroyed) return;
    const lost = Promise.withResolvers<void>();
    connection.once('end', lost.resolve);
    try {
      await Promise.race([super.close(), lost.promise]);
    } finally {
      connection.off('end', lost.resolve);
    }
  }
}

/**
 * Opens a pool. The server ends a transaction that is idle for `stalledMs`, and a statement that takes longer than
 * `statementMs`, so that no search holds a connection for minutes; 0 sets no limit. A machine that is gone ends nothing: its
 * connections are closed here, which TCP alone does after a quarter of an hour.
 */
export function connect(databaseUrl: string, stalledMs: number, statementMs = 0): Kysely<Schema> {
  const prepare = preparing(databaseUrl, {
    idle_in_transaction_session_timeout: stalledMs,
    statement_timeout: statementMs,
  });
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'forecourt-sandbox',
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECT_MS,
    types,
    // Here, not in Kysely's onCreateConnection: a connection that can't be prepared would stay taken, and five of them
    // were the end of the pool. A pooler lets clients sign in before it has a server for them.
    onConnect: async (client) => {
      await client.query({ text: prepare, query_timeout: CONNECT_MS } as pg.QueryConfig);
      if (statementMs === 0) return;
      const { connection } = client as unknown as { readonly connection: Connection };
      const stream = connection.stream as Socket;
      stream.setTimeout(statementMs + SILENT_MS, () => stream.destroy());
    },
  });
  // Losing an idle connection is no failure: the next use opens another one.
  pool.on('error', () => undefined);
  // A connection lost between two statements fails the next one; without a listener, it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const dialect = new Dialect({ pool, cursor: TypedCursor });
  return new Kysely<Schema>({ dialect });
}
