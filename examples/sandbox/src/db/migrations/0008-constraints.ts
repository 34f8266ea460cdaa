import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../is-postgres.ts';
import {
  CHECKS,
  type Check,
  checkName,
  REFERENCES,
  type Reference,
  referenceName,
} from './0008-rules.ts';
import { createIndex, createTable, createUnique, hasColumn } from './tables.ts';

type Db = Kysely<unknown>;

/** How a finding names its row, of tables without an id; never by a token. */
const KEYS: Readonly<Record<string, string>> = {
  import_rows: "cast(import_id as text) || '/' || cast(position as text)",
  user_rights: "cast(user_id as text) || '/' || screen_code",
  sessions: "cast(user_id as text) || '/' || created_at",
  idempotency_keys: "scope || '/' || key",
};
const keyOf = (table: string): string => KEYS[table] ?? 'cast(id as text)';

const quoted = (columns: readonly string[]): string =>
  columns
    .map((name) => `'${name} ' || coalesce(cast(${name} as text), 'null')`)
    .join(" || ', ' || ");

/** Payments as they are listed: with what their invoices say, and whether they were taken back. */
const PAYMENT_ROWS = sql`select payments.*, invoices.invoice_number as invoice_no,
    invoices.issued_date as invoice_date, invoices.due_date as invoice_due_date,
    case payments.payment_mode when 'cheque' then 'Cheque' when 'cash' then 'Cash'
      when 'interac_debit_credit' then 'Interac/debit/credit' else payments.payment_mode end as mode_name,
    case when payments.reverses_id is not null then 'Reversal'
      when payments.reversed_at <> '' then 'Reversed' else 'Registered' end as state
  from payments join invoices on invoices.id = payments.invoice_id`;

async function addColumns(db: Db): Promise<void> {
  const text = (table: string, name: string) =>
    db.schema
      .alterTable(table)
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  await db.schema
    .alterTable('invoices')
    .addColumn('paid_minor', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await text('invoices', 'made_from');
  for (const name of ['reason', 'reversed_at', 'status_before']) await text('payments', name);
  for (const name of ['reverses_id', 'due_before_minor']) {
    await db.schema.alterTable('payments').addColumn(name, 'bigint').execute();
  }
  await createUnique(db, 'payments', 'reverses_id');
  // Who deletes a card, or a user, looks for what refers to it.
  await createIndex(db, 'transactions', 'card_id');
  await createIndex(db, 'payments', 'created_by');
  await createTable(db, 'migration_findings', {
    text: 'migration table_name row_key rule row_values correction found_at',
  });
  await sql`drop view payment_rows`.execute(db);
  await sql`create view payment_rows as ${PAYMENT_ROWS}`.execute(db);
}

interface Finding {
  readonly table: string;
  readonly rule: string;
  readonly columns: readonly string[];
  /** SQL: which rows. */
  readonly where: string;
  /** What is set right, where that is certain: SQL of the assignment, and of the text that says so. */
  readonly correction?: { readonly set: string; readonly text: string };
}

/** Writes down the rows that break a rule, and corrects them where only one value can be right. */
async function find(db: Db, { columns, correction, rule, table, where }: Finding): Promise<void> {
  await sql`
    insert into migration_findings (migration, table_name, row_key, rule, row_values, correction, found_at)
    select '0008-constraints', ${sql.lit(table)}, ${sql.raw(keyOf(table))}, ${sql.lit(rule)},
      ${sql.raw(quoted(columns))}, ${sql.raw(correction?.text ?? "''")},
      ${sql.lit(new Date().toISOString())}
    from ${sql.table(table)} where ${sql.raw(where)}`.execute(db);
  if (!correction) return;
  await sql`update ${sql.table(table)} set ${sql.raw(correction.set)} where ${sql.raw(where)}`.execute(
    db,
  );
}

const orphaned = ({ column, parent, table }: Reference): string =>
  `${column} is not null and not exists (select 1 from ${parent} as parent where parent.id = ${table}.${column})`;

async function carryOver(db: Db): Promise<void> {
  await sql`update invoices set paid_minor = (select coalesce(sum(amount_minor), 0)
    from payments where payments.invoice_id = invoices.id)`.execute(db);
  // A payment was undone by a stale form: what is due can't be more than what was not paid.
  await find(db, {
    table: 'invoices',
    rule: 'invoices_rule_amounts',
    columns: ['total_minor', 'due_minor', 'paid_minor'],
    where: 'paid_minor >= 0 and paid_minor <= total_minor and due_minor > total_minor - paid_minor',
    correction: {
      set: 'due_minor = total_minor - paid_minor',
      text: "'due_minor is now ' || cast(total_minor - paid_minor as text)",
    },
  });
  for (const reference of REFERENCES) {
    await find(db, {
      table: reference.table,
      rule: referenceName(reference),
      columns: [reference.column],
      where: orphaned(reference),
      ...(reference.onDelete === 'set null' && {
        correction: {
          set: `${reference.column} = null`,
          text: `'${reference.column} is now null'`,
        },
      }),
    });
  }
  for (const check of CHECKS) {
    const { columns, rule, table } = check;
    await find(db, { table, rule: checkName(check), columns, where: `not (${rule})` });
  }
}

const checkSql = (check: Check): string => `constraint "${checkName(check)}" check (${check.rule})`;

const referenceSql = (reference: Reference): string =>
  `constraint "${referenceName(reference)}" foreign key ("${reference.column}") references "${reference.parent}" ("id")${
    reference.onDelete ? ` on delete ${reference.onDelete}` : ''
  }`;

const CONSTRAINTS = [
  ...CHECKS.map((check) => ({ table: check.table, name: checkName(check), text: checkSql(check) })),
  ...REFERENCES.map((reference) => ({
    table: reference.table,
    name: referenceName(reference),
    text: referenceSql(reference),
  })),
];

/** Rows that break a rule are kept. The rule applies to them from their next change on, and to all others at once. */
async function constrainPostgres(db: Db): Promise<void> {
  for (const { name, table, text } of CONSTRAINTS) {
    await sql`alter table ${sql.table(table)} add ${sql.raw(text)} not valid`.execute(db);
    const broken = await sql`select 1 from migration_findings
      where rule = ${name} and correction = '' limit 1`.execute(db);
    if (broken.rows.length > 0) continue;
    await sql`alter table ${sql.table(table)} validate constraint ${sql.id(name)}`.execute(db);
  }
}

/**
 * SQLite adds no constraint to a table that is there. Its documentation ('Making other kinds of table schema
 * changes') has two ways: copy the table, or, where the stored form stays the same, write the definition. The
 * second keeps rows, columns, indexes, triggers and views of all migrations as they are.
 */
async function constrainSqlite(db: Db): Promise<void> {
  const byTable = Map.groupBy(CONSTRAINTS, ({ table }) => table);
  for (const [table, own] of byTable) {
    const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_master where type = 'table' and name = ${table}`.execute(db);
    const definition = rows[0]?.sql ?? '';
    const end = definition.lastIndexOf(')');
    if (end < 0) throw new Error(`The table ${table} has no definition.`);
    const constraints = own.map(({ text }) => `, ${text}`).join('');
    const changed = definition.slice(0, end) + constraints + definition.slice(end);
    await sql`update sqlite_master set sql = ${changed} where type = 'table' and name = ${table}`.execute(
      db,
    );
  }
  const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(db);
  // Other connections read the definitions again.
  await sql`pragma schema_version = ${sql.lit((rows[0]?.schema_version ?? 0) + 1)}`.execute(db);
}

async function onSqlite(db: Db): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(db);
  try {
    await db.transaction().execute(async (tx) => {
      await addColumns(tx);
      await carryOver(tx);
      await sql`pragma writable_schema = on`.execute(tx);
      await constrainSqlite(tx);
    });
  } finally {
    await sql`pragma writable_schema = reset`.execute(db);
    await sql`pragma foreign_keys = on`.execute(db);
  }
}

/**
 * The schema itself refuses what may not be (WIRE-06): foreign keys, and rules on amounts, dates and states.
 * Old rows that break one are listed in migration_findings and stay as they are, but for what can be only
 * one value: what is due after its payments, and the id of a record that is gone.
 */
export const constraints: Migration = {
  async up(db: Db) {
    // On SQLite the server may have crashed after the commit and before it recorded the migration.
    if (await hasColumn(db, 'invoices', 'paid_minor')) return;
    if (!isPostgres(db)) return onSqlite(db);
    await addColumns(db);
    await carryOver(db);
    await constrainPostgres(db);
  },
};
