import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../is-postgres.ts';
import { hasColumn } from './tables.ts';

type Db = Kysely<unknown>;

/** What of an invoice a report of an earlier day needs. */
interface State {
  readonly status: string;
  readonly issued_date: string;
  readonly due_date: string;
  readonly owed_minor: number;
}

interface TrailRow {
  readonly at: string;
  readonly action: string;
  readonly record_id: string;
  readonly changes: string;
}

async function createTable(db: Db): Promise<void> {
  const text = ['at', 'status', 'issued_date', 'due_date'];
  const table = db.schema
    .createTable('invoice_changes')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('invoice_id', 'bigint', (column) => column.notNull())
    .addColumn('owed_minor', 'bigint', (column) => column.notNull());
  await text
    .reduce((all, name) => all.addColumn(name, 'text', (column) => column.notNull()), table)
    .addForeignKeyConstraint('invoice_changes_ref_invoice_id', ['invoice_id'], 'invoices', ['id'])
    .addCheckConstraint('invoice_changes_rule_owed', sql`owed_minor >= 0`)
    .execute();
  for (const columns of [['at', 'invoice_id'], ['invoice_id']]) {
    const name = `invoice_changes_by_${columns.join('_')}`;
    await db.schema.createIndex(name).on('invoice_changes').columns(columns).execute();
  }
}

/** '24-11-2026' → '2026-11-24'. */
const isoDay = (day: string): string => day.split('-').reverse().join('-');
const minor = (amount: unknown): number => Math.round(Number(amount) * 100);

/** The state before a change that the audit trail has; the trail says [before, after] by field. */
function stateBefore(after: State, { action, changes }: TrailRow): State {
  const said = JSON.parse(changes || '{}') as Readonly<Record<string, unknown>>;
  const before = (name: string): string | undefined => {
    const pair = said[name];
    return Array.isArray(pair) && pair[0] !== '' ? String(pair[0]) : undefined;
  };
  const [issued, due, amounts] = [before('issued_date'), before('due_date'), said.amount_due];
  // A payment moves what is due and what was paid by the same amount.
  const added =
    action.startsWith('invoices.') && Array.isArray(amounts)
      ? minor(amounts[1]) - minor(amounts[0])
      : 0;
  return {
    status: before('status') ?? after.status,
    issued_date: issued === undefined ? after.issued_date : isoDay(issued),
    due_date: due === undefined ? after.due_date : isoDay(due),
    owed_minor: Math.max(0, after.owed_minor - (Number.isNaN(added) ? 0 : added)),
  };
}

const invoiceOf = ({ action, changes, record_id }: TrailRow): string =>
  action.startsWith('invoices.')
    ? record_id
    : String((JSON.parse(changes || '{}') as { invoice_number?: unknown }).invoice_number ?? '');

/** Goes back through the audit trail from what invoices are now. */
async function fillFromTrail(db: Db): Promise<void> {
  const { rows } = await sql<TrailRow>`
    select at, action, record_id, changes from audit
    where resource in ('invoices', 'payments')
      and action in ('invoices.update', 'invoices.void', 'payments.create', 'payments.reverse')
    order by id desc`.execute(db);
  const byInvoice = Map.groupBy(rows, invoiceOf);
  const found: (State & { readonly invoice_id: number; readonly at: string })[] = [];
  for (const [number, changes] of byInvoice) {
    const invoice = await sql<State & { readonly id: number }>`
      select id, status, issued_date, due_date, due_minor + paid_minor as owed_minor from invoices
      where invoice_number = ${number}`.execute(db);
    const [now] = invoice.rows;
    if (now === undefined) continue;
    const { id, ...state } = now;
    let after: State = { ...state, owed_minor: Number(state.owed_minor) };
    for (const change of changes) {
      const before = stateBefore(after, change);
      if (JSON.stringify(before) !== JSON.stringify(after)) {
        found.push({ ...before, invoice_id: Number(id), at: change.at });
      }
      after = before;
    }
  }
  // The oldest change of an invoice has the lowest id.
  for (const { at, due_date, invoice_id, issued_date, owed_minor, status } of found.reverse()) {
    await sql`insert into invoice_changes (invoice_id, at, status, issued_date, due_date, owed_minor)
      values (${invoice_id}, ${at}, ${status}, ${issued_date}, ${due_date}, ${owed_minor})`.execute(
      db,
    );
  }
}

/**
 * Keeps the former values with each change of an invoice, so that a report as of an earlier day is reproducible
 * (REP-01). Changes before the migration are read from the audit trail; an invoice without any is unchanged since it
 * was issued.
 */
export const invoiceChanges: Migration = {
  async up(db: Db) {
    // On SQLite the server may have crashed after the commit and before it recorded the migration.
    if (await hasColumn(db, 'invoice_changes', 'invoice_id')) return;
    const work = async (tx: Db): Promise<void> => {
      await createTable(tx);
      await fillFromTrail(tx);
    };
    await (isPostgres(db) ? work(db) : db.transaction().execute(work));
  },
};
