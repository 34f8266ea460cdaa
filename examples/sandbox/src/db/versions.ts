import {
  BinaryOperationNode,
  ColumnNode,
  ColumnUpdateNode,
  type KyselyPlugin,
  OperatorNode,
  type RootOperationNode,
  TableNode,
  type UnknownRow,
  UpdateQueryNode,
  ValueNode,
} from 'kysely';

/** Tables of records that can be changed: each row has a version, starting at 1. So have those of your own resources. */
const VERSIONED = [
  'cards',
  'transactions',
  'exceptions',
  'invoices',
  'payments',
  'customers',
  'companies',
  'markups',
  'users',
] as const;

const isVersioned = (name: string): boolean =>
  (VERSIONED as readonly string[]).includes(name) || name.startsWith('own_');

/** version = version + 1 */
const RAISE = ColumnUpdateNode.create(
  ColumnNode.create('version'),
  BinaryOperationNode.create(
    ColumnNode.create('version'),
    OperatorNode.create('+'),
    ValueNode.createImmediate(1),
  ),
);

function raised(node: RootOperationNode): RootOperationNode {
  if (!UpdateQueryNode.is(node) || node.table === undefined || !TableNode.is(node.table)) {
    return node;
  }
  if (!isVersioned(node.table.table.identifier.name)) return node;
  return { ...node, updates: [...(node.updates ?? []), RAISE] };
}

/**
 * Increments the version of every updated record in the update itself, so that no change can forget it (WIRE-05).
 */
export const raisesVersions: KyselyPlugin = {
  transformQuery: ({ node }) => raised(node),
  transformResult: async ({ result }: { result: { rows: UnknownRow[] } }) => result,
} as KyselyPlugin;
