import { sql } from 'kysely';
import { addDays, daysBetween, endOfDay } from '../days.ts';
import type { Reader } from '../db/store.ts';

/** Ages by days since the invoice was issued; the last one has no end. */
export const AGES = [
  { name: 'days_0_30', title: '0–30 days', least: 0, most: 30 },
  { name: 'days_31_60', title: '31–60 days', least: 31, most: 60 },
  { name: 'days_61_90', title: '61–90 days', least: 61, most: 90 },
  { name: 'over_90', title: 'Over 90 days', least: 91, most: undefined },
] as const;

/** An invoice with something due, as of a day. Amounts in minor units, days as YYYY-MM-DD. */
export interface OpenInvoice {
  readonly company: string;
  readonly currency: string;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly age: number;
  /** Its place in `AGES`. */
  readonly bucket: number;
  readonly amount: number;
}

/** Whose invoices, and as of which day. */
export interface OpenAsOf {
  /** Null for all companies. */
  readonly companyId: number | null;
  /** Only those issued from that day on. */
  readonly from?: string | undefined;
  readonly to: string;
  /** IANA name of the zone that days end in. */
  readonly timeZone: string | undefined;
}

const bucketOf = (age: number): number =>
  AGES.findIndex(({ most }) => most === undefined || age <= most);

/** Payments after that day don't count on it. */
async function paidAfter(read: Reader, { companyId, to }: OpenAsOf): Promise<Map<number, number>> {
  const later = read
    .selectFrom('payments')
    .select(['invoice_id', 'amount_minor'])
    .where('payment_date', '>', to);
  const payments = await (companyId === null
    ? later
    : later.where('company_id', '=', companyId)
  ).execute();
  const sums = new Map<number, number>();
  for (const { amount_minor, invoice_id } of payments) {
    const id = invoice_id ?? 0;
    sums.set(id, (sums.get(id) ?? 0) + amount_minor);
  }
  return sums;
}

/** Invoices as of the end of that day: their state before the first later change, else their current one. */
function invoicesAsOf(read: Reader, day: string, timeZone: string | undefined) {
  const firstChanges = read
    .selectFrom('invoice_changes')
    .select(({ fn }) => ['invoice_id', fn.min('id').as('change_id')])
    .where('at', '>=', endOfDay(day, timeZone))
    .groupBy('invoice_id')
    .as('first');
  return read
    .selectFrom('invoices')
    .leftJoin(firstChanges, 'first.invoice_id', 'invoices.id')
    .leftJoin('invoice_changes as was', 'was.id', 'first.change_id')
    .select(({ fn }) => [
      'invoices.id',
      'invoices.company_name',
      'invoices.currency',
      'invoices.invoice_number',
      'invoices.paid_minor',
      fn.coalesce('was.issued_date', 'invoices.issued_date').as('issued'),
      fn.coalesce('was.due_date', 'invoices.due_date').as('due'),
      sql<number>`coalesce(was.owed_minor, invoices.due_minor + invoices.paid_minor)`.as('owed'),
    ])
    .where(({ eb, fn }) => eb(fn.coalesce('was.status', 'invoices.status'), '!=', 'Draft'));
}

/** What is due on invoices as of a day (REP-01): those issued by then, less what was paid by then. Drafts owe nothing. */
export async function openInvoices(read: Reader, asked: OpenAsOf): Promise<OpenInvoice[]> {
  const { companyId, from = '', timeZone, to } = asked;
  const later = await paidAfter(read, asked);
  const issued = invoicesAsOf(read, to, timeZone)
    .where(({ and, eb, fn }) => {
      const day = fn.coalesce('was.issued_date', 'invoices.issued_date');
      return and([eb(day, '>=', from), eb(day, '<=', to)]);
    })
    .orderBy('invoices.company_name')
    .orderBy('issued')
    .orderBy('invoices.id');
  const rows = await (companyId === null
    ? issued
    : issued.where('invoices.company_id', '=', companyId)
  ).execute();
  return rows
    .map((row) => {
      const age = daysBetween(row.issued, to);
      const paid = row.paid_minor - (later.get(row.id) ?? 0);
      return {
        company: row.company_name,
        currency: row.currency,
        number: row.invoice_number,
        issued: row.issued,
        due: row.due,
        age,
        bucket: bucketOf(age),
        // A customer who paid before an increase, by the payment's date, owed nothing until then.
        amount: Math.max(0, Number(row.owed) - paid),
      };
    })
    .filter(({ amount }) => amount !== 0);
}

/** What is due in a currency, of one age. Amounts in minor units. */
export interface OpenSum {
  readonly currency: string;
  /** Its place in `AGES`. */
  readonly bucket: number;
  readonly amount: number;
  readonly count: number;
}

/** The same invoices added up by currency and age, by the database: a customer may have thousands. */
export async function openByAge(
  read: Reader,
  { companyId, to, timeZone }: Omit<OpenAsOf, 'from'> & { readonly companyId: number },
): Promise<readonly OpenSum[]> {
  const issued = invoicesAsOf(read, to, timeZone).where('invoices.company_id', '=', companyId);
  const later = sql`select invoice_id, sum(amount_minor) as minor from payments
    where company_id = ${companyId} and payment_date > ${to} group by invoice_id`;
  const ages = AGES.flatMap(({ most }, bucket) =>
    most === undefined ? [] : [sql`when issued >= ${addDays(to, -most)} then ${sql.lit(bucket)}`],
  );
  const { rows } = await sql<Record<keyof OpenSum, string | number>>`
    select currency, bucket, cast(sum(amount) as text) as amount, count(*) as count
    from (
      select currency, case ${sql.join(ages, sql` `)} else ${sql.lit(AGES.length - 1)} end as bucket,
        owed - paid_minor + coalesce(later.minor, 0) as amount
      from (${issued}) found left join (${later}) later on later.invoice_id = found.id
      where issued <= ${to}) open
    where amount > 0 group by currency, bucket order by currency, bucket`.execute(read);
  return rows.map(({ amount, bucket, count, currency }) => ({
    currency: String(currency),
    bucket: Number(bucket),
    amount: Number(amount),
    count: Number(count),
  }));
}
