import { addDays, daysBetween, monthStart } from '../days.ts';
import type { Store } from '../db/store.ts';
import type { DemoCompany } from './demo-companies.ts';
import type { Billing } from './demo-transactions.ts';
import type { Random } from './random.ts';

interface DemoInvoice {
  readonly id: number;
  readonly billing: Billing;
  readonly company: DemoCompany;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly lastDay: string;
  readonly status: string;
  readonly paid: number;
}

const OLD = { 'Fully Paid': 58, Closed: 14, 'Partially Paid': 9, Open: 9, NSF: 5, Sent: 5 };
const NEW = { Draft: 25, Sent: 45, Open: 10, 'Partially Paid': 8, 'Fully Paid': 12 };

function paidOf(status: string, total: number, random: Random): number {
  if (status === 'Fully Paid' || status === 'Closed') return total;
  if (status === 'Partially Paid') return Math.round(total * (0.2 + random.next() * 0.6));
  return 0;
}

function payments(invoice: DemoInvoice, random: Random, referenceDay: string) {
  if (invoice.paid === 0) return [];
  const half = Math.round(invoice.paid * 0.4);
  const amounts = random.chance(0.2) && half > 0 ? [half, invoice.paid - half] : [invoice.paid];
  const open = Math.max(0, daysBetween(invoice.issued, referenceDay));
  return amounts.map((amount) => {
    const mode = random.weighted({ cheque: 5, interac_debit_credit: 4, cash: 1 });
    return {
      invoice_id: invoice.id,
      company_id: invoice.company.id,
      customer_name: invoice.company.name,
      payment_mode: mode,
      payment_date: addDays(invoice.issued, Math.min(open, random.whole(3, 34))),
      currency: invoice.billing.currency,
      reference: `${mode === 'cheque' ? 'CHQ' : mode === 'cash' ? 'CSH' : 'INT'}-${random.digits(6)}`,
      amount_minor: amount,
    };
  });
}

/** Monthly invoices, the newest whole months first until there are `count`; sums fit their transactions. */
export function seedInvoices(
  store: Store,
  random: Random,
  companies: readonly DemoCompany[],
  billings: readonly Billing[],
  count: number,
  referenceDay: string,
): void {
  const companyOf = new Map(companies.map((company) => [company.id, company]));
  const currentMonth = referenceDay.slice(0, 7);
  const chosen = billings
    .filter(({ month }) => month < currentMonth)
    .sort((a, b) => b.month.localeCompare(a.month) || a.companyId - b.companyId)
    .slice(0, count)
    .reverse();
  const newest = chosen.at(-1)?.month;
  const invoices = chosen.map((billing, index): DemoInvoice => {
    const company = companyOf.get(billing.companyId) as DemoCompany;
    const next = monthStart(`${billing.month}-01`, 1);
    const lastDay = addDays(next, -1);
    const issued = addDays(next, random.whole(0, 3));
    const status = random.weighted(billing.month === newest ? NEW : OLD);
    const abroad = billing.currency === company.currency ? '' : `-${billing.currency}`;
    return {
      id: index + 1,
      billing,
      company,
      number: `${company.code}-${lastDay.split('-').reverse().join('-')}${abroad}`,
      issued,
      due: addDays(issued, company.dueDays),
      lastDay,
      status,
      paid: paidOf(status, billing.total, random),
    };
  });
  store.insertMany(
    'invoices',
    invoices.map((invoice) => ({
      id: invoice.id,
      invoice_number: invoice.number,
      company_id: invoice.company.id,
      company_name: invoice.company.name,
      issued_date: invoice.issued,
      due_date: invoice.due,
      start_date: `${invoice.billing.month}-01T00:00`,
      end_date: `${invoice.lastDay}T23:59`,
      status: invoice.status,
      currency: invoice.billing.currency,
      file_name: `${invoice.number}.pdf`,
      total_minor: invoice.billing.total,
      due_minor: invoice.billing.total - invoice.paid,
      paid_minor: invoice.paid,
    })),
  );
  store.insertMany(
    'payments',
    invoices.flatMap((invoice) => payments(invoice, random, referenceDay)),
  );
  store.updateMany(
    'transaction_lines',
    'invoice_id',
    invoices.flatMap(({ id, billing }) =>
      billing.transactionIds.map((transaction) => [id, transaction] as const),
    ),
    'transaction_id',
  );
}
