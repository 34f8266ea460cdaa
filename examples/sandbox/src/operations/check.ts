import { type RawBuilder, sql } from 'kysely';
import { countRows, type Database, pendingMigrations } from './databases.ts';

/** The result of a check; without findings, the database is sound. */
export interface CheckReport {
  readonly findings: readonly string[];
  readonly pending: readonly string[];
  readonly rows: ReadonlyMap<string, number>;
}

const SHOWN = 5;
/** Pages so damaged that even the check can't continue. */
const SQLITE_CORRUPT = 11;

/**
 * Rules between rows that the schema doesn't enforce: each query returns the rows that break one. A reversed payment
 * remains next to its negative reversal, so a sum is what was paid.
 */
const RULES: readonly { readonly name: string; readonly broken: RawBuilder<{ id: unknown }> }[] = [
  {
    name: 'an invoice owes between nothing and its total less what was paid',
    broken: sql`select invoice_number as id from invoices where due_minor < 0 or due_minor > total_minor -
      (select coalesce(sum(amount_minor), 0) from payments where payments.invoice_id = invoices.id)`,
  },
  {
    name: 'a Fully Paid invoice owes nothing',
    broken: sql`select invoice_number as id from invoices where status = 'Fully Paid' and due_minor <> 0`,
  },
  {
    name: 'a payment is in its invoice’s currency and company',
    broken: sql`select payments.id from payments join invoices on invoices.id = payments.invoice_id
      where payments.currency <> invoices.currency or payments.company_id <> invoices.company_id`,
  },
  {
    name: 'a transaction’s amount is the sum of its lines',
    broken: sql`select transactions.id from transactions where amount_minor <>
      (select coalesce(sum(amount_minor), 0) from transaction_lines
        where transaction_lines.transaction_id = transactions.id)`,
  },
  {
    name: 'an invoice bills its own company’s transactions',
    broken: sql`select transactions.id from transactions
      left join transaction_lines on transaction_lines.transaction_id = transactions.id
      join invoices on invoices.id = coalesce(transaction_lines.invoice_id, transactions.invoice_id)
      where transactions.company_id is null or transactions.company_id <> invoices.company_id
        or transactions.currency <> invoices.currency`,
  },
  {
    name: 'an invoice that was made from unbilled lines totals them',
    broken: sql`select invoice_number as id from invoices where made_from = 'unbilled' and status <> 'Void'
      and total_minor <> (select coalesce(sum(amount_minor), 0) from transaction_lines
        where transaction_lines.invoice_id = invoices.id)`,
  },
  {
    name: 'a void invoice bills nothing',
    broken: sql`select invoice_number as id from invoices where status = 'Void' and exists
      (select 1 from transaction_lines where transaction_lines.invoice_id = invoices.id)`,
  },
  {
    name: 'a line belongs to a transaction',
    broken: sql`select id from transaction_lines where not exists
      (select 1 from transactions where transactions.id = transaction_lines.transaction_id)`,
  },
  {
    name: 'a payment belongs to an invoice',
    broken: sql`select id from payments where not exists
      (select 1 from invoices where invoices.id = payments.invoice_id)`,
  },
  {
    name: 'rights belong to a user',
    broken: sql`select user_id as id from user_rights where not exists
      (select 1 from users where users.id = user_rights.user_id)`,
  },
  {
    name: 'a finished import has as many rows as it counted',
    broken: sql`select id from imports where state = 'done' and imported + duplicates + rejected <>
      (select count(*) from import_rows where import_rows.import_id = imports.id)`,
  },
];

async function brokenRules(database: Database): Promise<string[]> {
  const findings: string[] = [];
  for (const { broken, name } of RULES) {
    const { rows } = await broken.execute(database.db);
    if (rows.length === 0) continue;
    const shown = rows.slice(0, SHOWN).map(({ id }) => String(id));
    const more = rows.length > SHOWN ? ` and ${rows.length - SHOWN} more` : '';
    findings.push(`It doesn't hold that ${name}: ${shown.join(', ')}${more}.`);
  }
  return findings;
}

/** Every page, index and constraint of an SQLite file. */
function brokenFile({ sqlite }: Database): string[] {
  const pages = sqlite?.statement('pragma integrity_check').all() ?? [];
  const references = sqlite?.statement('pragma foreign_key_check').all() ?? [];
  return [
    ...pages.map((row) => String(Object.values(row)[0])).filter((text) => text !== 'ok'),
    ...references
      .slice(0, SHOWN)
      .map(
        ({ parent, rowid, table }) =>
          `${table} ${rowid} refers to a row of ${parent} that is gone.`,
      ),
  ].map((text) => `The file: ${text}`);
}

/** Reads every row of every table, and validates every constraint against existing rows. */
async function brokenServer({ db }: Database): Promise<string[]> {
  const findings: string[] = [];
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  for (const { name } of tables) {
    await sql`select count(*), sum(length(row_to_json(t)::text)) from ${sql.table(name)} as t`
      .execute(db)
      .catch((error: Error) => findings.push(`The table ${name} can't be read: ${error.message}`));
  }
  const { rows: constraints } = await sql<{ name: string; relation: string; rule: string }>`
    select conname as name, conrelid::regclass::text as relation, pg_get_expr(conbin, conrelid) as rule
    from pg_constraint where contype = 'c' and connamespace = current_schema()::regnamespace`.execute(
    db,
  );
  for (const { name, relation, rule } of constraints) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(relation)} where not (${sql.raw(rule)})`.execute(db);
    const n = Number(rows[0]?.n);
    if (n > 0) findings.push(`${n} rows of ${relation} break ${name}.`);
  }
  const { rows: references } = await sql<Reference>`
    select conname as name, conrelid::regclass::text as relation, confrelid::regclass::text as parent,
      (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as key,
      (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as other
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(
    db,
  );
  for (const { key, name, other, parent, relation } of references) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(relation)} as child where ${sql.ref(key)} is not null and not exists
      (select 1 from ${sql.table(parent)} as parent where parent.${sql.ref(other)} = child.${sql.ref(key)})`.execute(
      db,
    );
    const n = Number(rows[0]?.n);
    if (n > 0) findings.push(`${n} rows of ${relation} break ${name}.`);
  }
  return findings;
}

interface Reference {
  readonly name: string;
  readonly relation: string;
  readonly parent: string;
  readonly key: string;
  readonly other: string;
}

/**
 * Checks a complete database: its structure, the references and constraints of its schema, its migrations, and the
 * rules between rows. Throws an `OperationError` if a later version created it.
 */
export async function checkDatabase(database: Database): Promise<CheckReport> {
  try {
    return await lookThrough(database);
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_CORRUPT) throw error;
    const finding = `The file: ${(error as Error).message}`;
    return { findings: [finding], pending: [], rows: new Map() };
  }
}

async function lookThrough(database: Database): Promise<CheckReport> {
  const pending = await pendingMigrations(database.db);
  const structure =
    database.engine === 'sqlite' ? brokenFile(database) : await brokenServer(database);
  // The rules apply to this version's schema.
  const rules = pending.length === 0 ? await brokenRules(database) : [];
  return { findings: [...structure, ...rules], pending, rows: await countRows(database.db) };
}
