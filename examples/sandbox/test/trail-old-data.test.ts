import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../src/db/schema.ts';
import { ADMIN, type Client, signIn, VIEWER } from './helpers.ts';
import { openOldData } from './old-data.kit.ts';

/** Invoices of company 7, and the status that each has. */
const INVOICES = [
  ['OLD-DRAFT', 'Draft'],
  ['OLD-VOID', 'Void'],
  ['OLD-SENT', 'Partially Paid'],
  ['OLD-BACK', 'Draft'],
] as const;

/** What happened to them, in its order, as the release before 0034 recorded it. */
const EVENTS: readonly (readonly [action: string, number: string, changes: object])[] = [
  ['create', 'OLD-DRAFT', { status: ['', 'Draft'], total_amount: ['', 512.25] }],
  ['create', 'OLD-SENT', { status: ['', 'Draft'] }],
  ['create', 'OLD-VOID', { status: ['', 'Draft'] }],
  ['update', 'OLD-DRAFT', { due_date: ['20-12-2026', '21-12-2026'], reason: 'Wait for legal' }],
  ['update', 'OLD-SENT', { due_date: ['20-12-2026', '22-12-2026'], reason: 'Ask Bo before' }],
  ['void', 'OLD-VOID', { status: ['Draft', 'Void'], reason: 'Customer in dispute' }],
  ['update', 'OLD-SENT', { status: ['Draft', 'Sent'], reason: 'Bo agrees' }],
  ['email', 'OLD-SENT', { to: 'pay@old.test' }],
  ['create', 'OLD-BACK', { status: ['', 'Sent'] }],
  ['update', 'OLD-BACK', { status: ['Sent', 'Draft'], reason: 'Their trick again' }],
];

async function addRows(db: Kysely<Schema>): Promise<void> {
  await sql`insert into companies (id, name) values (7, 'Old Haul')`.execute(db);
  for (const [index, [number, status]] of INVOICES.entries()) {
    const [total, paid] = status === 'Void' ? [0, 0] : [51_225, status === 'Draft' ? 0 : 1_225];
    await sql`insert into invoices (id, invoice_number, company_id, company_name, issued_date, due_date,
        start_date, end_date, status, currency, total_minor, due_minor, paid_minor)
      values (${index + 1}, ${number}, 7, 'Old Haul', '2026-11-20', '2026-12-20', '2026-11-01T00:00',
        '2026-11-15T23:59', ${status}, 'CAD', ${total}, ${total - paid}, ${paid})`.execute(db);
  }
  await sql`insert into payments (id, invoice_id, company_id, customer_name, payment_mode, payment_date,
      currency, reference, amount_minor, due_before_minor, status_before)
    values (1, 3, 7, 'Old Haul', 'cheque', '2026-11-20', 'CAD', 'CHQ-9', 1225, 51225, 'Sent')`.execute(
    db,
  );
  const enter = (kind: string, action: string, record: string, changes: object, label = '') =>
    sql`insert into audit (at, actor, action, kind, resource, record_id, label, company_id, changes)
      values ('2026-11-20T09:00:00.000Z', 'staff@forecourt.test', ${action}, ${kind},
        ${action.split('.')[0]}, ${record}, ${label}, 7, ${JSON.stringify(changes)})`.execute(db);
  for (const [verb, number, changes] of EVENTS) {
    const kind = verb === 'email' ? 'E-mail' : 'Change';
    await enter(kind, `invoices.${verb}`, number, changes, number);
  }
  await enter('Payment', 'payments.create', '1', {
    ...{ invoice_number: 'OLD-SENT', amount_paid: 12.25, currency: 'CAD' },
    ...{ amount_due: [512.25, 500], status: ['Sent', 'Partially Paid'] },
  });
  await sql`insert into audit_records (audit_id, record)
    select id, 'invoices:OLD-SENT' from audit where resource = 'payments'`.execute(db);
}

const { sandbox, store } = await openOldData('0034', addRows);

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
/** The sentences of invoices and payments, the oldest first, and all that their events show. */
async function readBy(client: Client) {
  const { content } = await client.json('trail?size=100');
  const own = content.filter(({ resource }: any) => /^(invoices|payments)$/.test(resource));
  const details = await Promise.all(own.map(({ id }: any) => client.json(`trail/${id}`)));
  return {
    said: own.map(({ summary }: any) => summary).toReversed(),
    whole: JSON.stringify([content, details]),
    values: details.flatMap(({ values }: any) => values),
  };
}

describe('the trail of invoices from before migration 0034', () => {
  it('SHELL-14 INV-14 has each status that an event left, by those around it', async () => {
    const rows = await store.read
      .selectFrom('audit')
      .select(['label', 'action', 'invoice_status'])
      .where('resource', 'in', ['invoices', 'payments'])
      .orderBy('id')
      .execute();
    expect(rows.map((row) => `${row.label} ${row.action}: ${row.invoice_status}`)).toEqual([
      'OLD-DRAFT invoices.create: Draft',
      'OLD-SENT invoices.create: Draft',
      'OLD-VOID invoices.create: Draft',
      'OLD-DRAFT invoices.update: Draft',
      'OLD-SENT invoices.update: Draft',
      'OLD-VOID invoices.void: Void',
      'OLD-SENT invoices.update: Sent',
      'OLD-SENT invoices.email: Sent',
      'OLD-BACK invoices.create: Sent',
      'OLD-BACK invoices.update: Draft',
      ' payments.create: Partially Paid',
    ]);
  });

  it('SHELL-14 INV-14 shows a customer none of a draft’s or a void one’s, and no reason of staff', async () => {
    await store.write((tx) =>
      tx.updateTable('users').set({ company_id: 7 }).where('email', '=', VIEWER).execute(),
    );
    const { said, values, whole } = await readBy(await signIn(sandbox, VIEWER));
    expect(said).toEqual([
      'Invoice OLD-SENT set to Sent',
      'Invoice OLD-SENT sent to pay@old.test',
      'Payment of 12.25 CAD on invoice OLD-SENT',
    ]);
    expect(values).toContainEqual({
      ...{ field: 'status', label: 'Status' },
      ...{ before: '', after: 'Sent' },
    });
    expect(whole).not.toMatch(/OLD-(DRAFT|VOID|BACK)|legal|dispute|Bo|trick/);
    const staff = await readBy(await signIn(sandbox, ADMIN));
    expect(staff.said).toHaveLength(11);
    expect(staff.whole).toMatch(/OLD-VOID.*dispute/);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: as above
