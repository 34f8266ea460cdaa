import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { isPostgres } from '../is-postgres.ts';

/** Column names by kind, separated by blanks. Text and numbers are never null: '' and 0 mean empty. */
export interface Columns {
  readonly text?: string;
  /** Small whole numbers and flags (0 or 1). */
  readonly integer?: string;
  /** Money in minor units, prices in 1/100,000, quantities in 1/1,000. */
  readonly bigint?: string;
  /** Ids of other tables, null where there is none. */
  readonly refs?: string;
  /** Texts that may be null, such as unique keys only some rows have. */
  readonly nullable?: string;
}

const names = (list: string | undefined): string[] => list?.trim().split(/\s+/) ?? [];

function addColumns(
  table: CreateTableBuilder<string, string>,
  columns: Columns,
): CreateTableBuilder<string, string> {
  let built = table;
  for (const name of names(columns.text)) {
    built = built.addColumn(name, 'text', (column) => column.notNull().defaultTo(''));
  }
  for (const name of names(columns.integer)) {
    built = built.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0));
  }
  for (const name of names(columns.bigint)) {
    built = built.addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0));
  }
  for (const name of names(columns.refs)) built = built.addColumn(name, 'bigint');
  for (const name of names(columns.nullable)) built = built.addColumn(name, 'text');
  return built;
}

/** A table with a numeric id. */
export async function createTable(
  db: Kysely<unknown>,
  name: string,
  columns: Columns,
): Promise<void> {
  const table = db.schema
    .createTable(name)
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement());
  await addColumns(table as CreateTableBuilder<string, string>, columns).execute();
}

/** A table whose rows are known by their own columns, which are the primary key. */
export async function createKeyedTable(
  db: Kysely<unknown>,
  name: string,
  key: string,
  columns: Columns,
): Promise<void> {
  await addColumns(db.schema.createTable(name) as CreateTableBuilder<string, string>, columns)
    .addPrimaryKeyConstraint(`${name}_key`, names(key) as never)
    .execute();
}

/** `index(db, 'cards', 'company_id', 'id')`; the name follows from the columns. */
export async function createIndex(
  db: Kysely<unknown>,
  table: string,
  ...columns: readonly string[]
): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns([...columns])
    .execute();
}

export async function createUnique(
  db: Kysely<unknown>,
  table: string,
  ...columns: readonly string[]
): Promise<void> {
  await db.schema
    .createIndex(`${table}_one_${columns.join('_')}`)
    .on(table)
    .columns([...columns])
    .unique()
    .execute();
}

/** Whether a table has that column already. Kysely's introspection would read the columns of all tables. */
export async function hasColumn(
  db: Kysely<unknown>,
  table: string,
  column: string,
): Promise<boolean> {
  const query = isPostgres(db)
    ? sql`select from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and column_name = ${column}`
    : sql`select 1 from pragma_table_info(${table}) where name = ${column}`;
  return (await query.execute(db)).rows.length > 0;
}
