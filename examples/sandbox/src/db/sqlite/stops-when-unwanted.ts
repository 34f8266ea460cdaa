import {
  AndNode,
  type KyselyPlugin,
  ParensNode,
  type RootOperationNode,
  SelectQueryNode,
  sql,
  TableNode,
  type UnknownRow,
  WhereNode,
} from 'kysely';
import { refuseUnwanted } from '../../threads/wanted.ts';
import type { SqliteConnection } from './connection.ts';

/** Tables and views that grow with the years; each has an id. */
const GROWING = new Set([
  'audit',
  'cards',
  'customer_rows',
  'exceptions',
  'invoices',
  'payment_rows',
  'payments',
  'rate_rows',
  'transactions',
]);

/** Checks every 256th row: a row costs 30 ns more instead of 300. */
const ASKED_EVERY = 256;

function stopping(node: RootOperationNode): RootOperationNode {
  if (!SelectQueryNode.is(node) || node.where === undefined) return node;
  const [from] = node.from?.froms ?? [];
  if (from === undefined || !TableNode.is(from)) return node;
  const { name } = from.table.identifier;
  if (!GROWING.has(name)) return node;
  const guard = sql`(${sql.ref(`${name}.id`)} % ${sql.lit(ASKED_EVERY)} <> 0 or still_wanted())`;
  const own = ParensNode.create(node.where.where);
  return { ...node, where: WhereNode.create(AndNode.create(guard.toOperationNode(), own)) };
}

/**
 * Ends a search if its caller has gone or its time is up. Node's SQLite can't be interrupted from outside, so every
 * search checks in its own conditions.
 */
export function stopsWhenUnwanted({ raw }: SqliteConnection): KyselyPlugin {
  raw.function('still_wanted', () => {
    refuseUnwanted();
    return 1;
  });
  return {
    transformQuery: ({ node }) => stopping(node),
    transformResult: async ({ result }: { result: { rows: UnknownRow[] } }) => result,
  } as KyselyPlugin;
}
