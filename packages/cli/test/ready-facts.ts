import { cards } from '@forecourt/core';
import { goodRates } from '@forecourt/provider-file-examples';
import { type Fixture, openFixture } from './fixture.ts';

export type Row = Readonly<Record<string, unknown>>;

export const OPEN_CARD_FIELDS = (
  cards.form?.fields({ mode: 'create', draft: {}, detail: undefined }) ?? []
).map(({ name }) => name);

/** The service's data that the commands use. */
export interface Facts {
  readonly card: Row;
  readonly invoice: string;
  /** Numbers of drafts made from unbilled lines. */
  readonly made: readonly string[];
  readonly transactions: readonly Row[];
  readonly markups: readonly Row[];
  /** Open exceptions. */
  readonly exceptions: readonly Row[];
  /** Ids of dismissed ones, one for each run to reopen. */
  readonly dismissed: readonly string[];
  /** Payments that can be reversed. */
  readonly payments: readonly Row[];
  /** Ids of this account's other sessions. */
  readonly sessions: readonly string[];
  /** Companies and providers without a markup. */
  readonly unmarked: readonly (readonly [company: string, provider: string])[];
}

/** How often the commands run, each time with another fault. */
const RUNS = 12;

const LINE = {
  ...{ dtl_prd_cd: '1', dtl_net_price: '1.5', retailPrice: '1.6', dtl_qty: '10', dtl_amt: '15' },
  ...{ dtl_hst_amt: '0', dtl_gst_amt: '0', dtl_pst_amt: '0', dtl_qst_amt: '0', dtl_fet_rt: '0' },
  ...{ dtl_pft_rt: '0', pct: '0', discount: '0', dtl_sls_type: 'DIESEL' },
};

/** A new transaction as a document. */
export const newTransaction = (like: Row): Row => ({
  txn_date: '2026-11-04T14:05:00',
  card_number: like.card_number,
  txn_company: like.txn_company,
  dtl_stn_prv: 'ON',
  hdr_currency: 'CAD',
  lines: [LINE],
});

/** First and last day of the month that many months ago. */
export function monthAgo(months: number): readonly [first: string, last: string] {
  const now = new Date();
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, date))
      .toISOString()
      .slice(0, 10);
  return [day(-months, 1), day(1 - months, 0)];
}

/** Bills months that neither the demo data nor the commands under test use. */
async function madeInvoices(fixture: Fixture): Promise<readonly string[]> {
  const [from] = monthAgo(5);
  const [, to] = monthAgo(4);
  const argv = ['invoices', 'run', '--from', from, '--to', to];
  const { items } = (await fixture.json(argv)).document as { items: Row[] };
  const made = items.flatMap(({ invoice_number: number }) => (number ? [String(number)] : []));
  if (made.length < RUNS) throw new Error(`Only ${made.length} invoices were made.`);
  return made;
}

/** Signs in once for each run, so that each has a session to end. */
async function otherSessions(fixture: Fixture): Promise<readonly string[]> {
  const baseUrl = (await fixture.run(['config', 'get', 'base-url'])).stdout.trim();
  for (let run = 0; run < RUNS; run += 1) {
    const other = openFixture(baseUrl);
    await other.signIn('admin@forecourt.test');
    other.leave();
  }
  const { items } = (await fixture.json(['whoami', '--sessions'])).document as {
    items: { id: string; current: boolean }[];
  };
  return items.filter(({ current }) => !current).map(({ id }) => String(id));
}

export async function readFacts(fixture: Fixture): Promise<Facts> {
  const rows = async (...argv: string[]) =>
    ((await fixture.json([...argv, '--size', '50'])).document as { items: Row[] }).items;
  const invoices = async (status: string) =>
    rows('invoices', 'list', '--filter', `status:${status}`);
  const due = (await invoices('Sent')).find(({ amount_due }) => Number(amount_due) > 100);
  // Limits that every purchase exceeds: each run settles two exceptions and reopens another.
  for (let id = 1; id < 40; id += 1) {
    await fixture.run(['cards', 'update', String(id), '--daily-card-limit', '1']);
  }
  await fixture.run(['exceptions', 'judge', '--from', '2026-06-01', '--to', '2026-08-24']);
  await fixture.run(['exceptions', 'judge', '--from', '2026-08-25', '--to', '2026-11-20']);
  const markups = await rows('markups', 'list');
  const exceptions = await rows('exceptions', 'list', '--filter', 'state:Open');
  if (exceptions.length < 3 * RUNS + 1) throw new Error(`Only ${exceptions.length} exceptions.`);
  const dismissed = exceptions.splice(2 * RUNS + 1).map(({ id }) => String(id));
  await fixture.run(['exceptions', 'dismiss', ...dismissed, '--reason', 'Known', '--yes']);
  const taken = new Set(markups.map((row) => `${row.company_name}/${row.fuel_company_provider}`));
  const companies = [...new Set(markups.map((row) => String(row.company_name)))];
  // One view for each run to delete, and one card on hold to activate.
  for (let run = 0; run < 20; run += 1) {
    await fixture.run(['cards', 'hold', String(61 + 2 * run)]);
    await fixture.run(['views', 'save', 'cards', `Old ${run}`]);
  }
  const unmarked = companies.flatMap((company) =>
    ['ESSO', 'Suncore', 'Comdata', 'Pipeline', 'TAPetro'].flatMap((provider) =>
      taken.has(`${company}/${provider}`) ? [] : [[company, provider] as const],
    ),
  );
  return {
    card: (await fixture.json(['cards', 'get', '2'])).document as Row,
    invoice: String(due?.invoice_number),
    made: await madeInvoices(fixture),
    transactions: await rows('transactions', 'list'),
    markups,
    exceptions,
    dismissed,
    payments: (await rows('payments', 'list')).filter(({ state }) => state === 'Registered'),
    sessions: await otherSessions(fixture),
    unmarked,
  };
}

/** A cell as uploaded: days by name, other values unchanged. */
const cellOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.keys(value)
        .filter((day) => (value as Row)[day] === true)
        .join(' ')
    : String(value ?? '');

/** A card as a file to upload. */
export const cardRows = (card: Row): string =>
  [Object.keys(card), Object.values(card).map(cellOf)].map((cells) => cells.join(',')).join('\n');

export const DAY_MS = 86_400_000;

/** Valid rates for today. */
export function goodRatesNow() {
  const [file] = goodRates(
    new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS).toISOString().slice(0, 10),
  );
  if (file === undefined) throw new Error('There are no good rates.');
  return file;
}
