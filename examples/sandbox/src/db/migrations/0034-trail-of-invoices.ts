import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasColumn } from './tables.ts';

type Db = Kysely<unknown>;

interface Event {
  readonly id: number;
  readonly changes: string;
  /** The invoice's number. */
  readonly number: string;
}

/** [before, after]; a new invoice has '' before. */
const statusIn = ({ changes }: Event): readonly string[] => {
  const { status } = JSON.parse(changes) as { readonly status?: unknown };
  return Array.isArray(status) ? status.map(String) : [];
};

/** Actions that left the status as it was have the one before the next change, else that after the last one. */
function statusesOf(events: readonly Event[]): readonly string[] {
  const left = events.map((event) => statusIn(event)[1]);
  return events.map((_, index) => {
    const next = events.slice(index + 1).find((event) => statusIn(event).length > 0);
    return (
      left[index] ??
      (next && statusIn(next)[0]) ??
      left.slice(0, index).findLast((status) => status !== undefined) ??
      ''
    );
  });
}

async function fillStatuses(db: Db): Promise<void> {
  const { rows } = await sql<Event>`
    select id, changes, record_id as number from audit where resource = 'invoices'
    union all
    select id, changes, substr(record, 10) as number from audit
      inner join audit_records on audit_id = id
      where resource = 'payments' and record like 'invoices:%'
    order by id`.execute(db);
  for (const events of Map.groupBy(rows, ({ number }) => number).values()) {
    for (const [index, status] of statusesOf(events).entries()) {
      if (status === '') continue;
      const id = Number(events[index]?.id);
      await sql`update audit set invoice_status = ${status} where id = ${id}`.execute(db);
    }
  }
}

/** The status that an event left its invoice in, because a customer sees an invoice once it is issued (SHELL-14). */
export const trailOfInvoices: Migration = {
  async up(db: Db) {
    // On SQLite the server may have crashed after a commit and before it recorded the migration.
    if (!(await hasColumn(db, 'audit', 'invoice_status'))) {
      await db.schema
        .alterTable('audit')
        .addColumn('invoice_status', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
    await fillStatuses(db);
  },
};
