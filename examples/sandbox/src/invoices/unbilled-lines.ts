import { createHash } from 'node:crypto';
import { parseWireInstant } from '@forecourt/core';
import { money } from '../amounts.ts';
import type { Account } from '../auth/account.ts';
import { addDays } from '../days.ts';
import type { Reader, Writer } from '../db/store.ts';
import { refuseField, unacceptable } from '../forms/sent-record.ts';
import type { FieldError } from '../http/problem.ts';
import { CURRENCIES } from '../reference/choices.ts';
import { presentLine } from '../transactions/transaction-wire.ts';
import { companyNamed } from './invoice-store.ts';

type Body = Readonly<Record<string, unknown>>;
type Company = Awaited<ReturnType<typeof companyNamed>>;

/** What is billed together: a company's purchases in one currency, of whole days, both inclusive. */
export interface BillingPeriod {
  readonly company: Company;
  readonly currency: string;
  /** YYYY-MM-DD. */
  readonly first: string;
  readonly last: string;
}

const LABELS = {
  company: 'Company',
  currency: 'Currency',
  start_date: 'Start Date',
  end_date: 'End Date',
} as const;
type Field = keyof typeof LABELS;

/** Reads a day, DD-MM-YYYY or YYYY-MM-DD, with a time only if it means the whole day; '' for anything else. */
function dayIn(text: string, edge: string): string {
  const [day = '', time = edge] = parseWireInstant(text)?.split('T') ?? [];
  return time.startsWith(edge) ? day : '';
}

function textsIn(body: Body): Record<Field, string> {
  const errors: FieldError[] = [];
  const texts = (Object.keys(LABELS) as Field[]).map((name): [Field, string] => {
    // As an invoice names it, which is never an id.
    const sent = name === 'company' ? (body.company_name ?? body.company) : body[name];
    const text = typeof sent === 'string' || typeof sent === 'number' ? String(sent).trim() : '';
    if (text === '') errors.push({ pointer: `/${name}`, detail: `${LABELS[name]} is required` });
    return [name, text];
  });
  if (errors.length > 0) throw unacceptable(errors);
  return Object.fromEntries(texts) as Record<Field, string>;
}

/**
 * The name of the company that was sent: by a number's id, or by a text's name, else its id. Throws a 422 for digits
 * that are the name of one company and the id of another, as far as this account sees both.
 */
async function nameOf(
  read: Reader | Writer,
  { companyId }: Account,
  text: string,
  isId: boolean,
): Promise<string> {
  if (!/^\d{1,15}$/.test(text)) return text;
  const seen = read.selectFrom('companies').select(['id', 'name']);
  const own = companyId === null ? seen : seen.where('id', '=', companyId);
  const found = await own
    .where((eb) => eb.or([eb('id', '=', Number(text)), eb('name', '=', text)]))
    .execute();
  const identified = found.find(({ id }) => id === Number(text));
  const called = found.find(({ name }) => name === text);
  if (isId) {
    if (identified) return identified.name;
    throw refuseField('/company', `There is no company with the id ${text}.`);
  }
  if (called && identified && called.id !== identified.id) {
    throw refuseField(
      '/company',
      `${text} is the name of the company with the id ${called.id}, and the id of ${identified.name}. Send the name as company_name, or the id as a number.`,
    );
  }
  return called?.name ?? identified?.name ?? text;
}

/**
 * Reads company, currency and days. Throws a 422 with what is wrong in each; for a company's account, no other company
 * exists (ACC-07).
 */
export async function billingPeriodIn(
  read: Reader | Writer,
  account: Account,
  body: Body,
): Promise<BillingPeriod> {
  const texts = textsIn(body);
  const first = dayIn(texts.start_date, '00:00');
  const last = dayIn(texts.end_date, texts.end_date.includes('00:00') ? '00:00' : '23:59');
  const errors = [
    ...(first ? [] : [{ pointer: '/start_date', detail: 'It must be a whole day: DD-MM-YYYY.' }]),
    ...(last ? [] : [{ pointer: '/end_date', detail: 'It must be a whole day: DD-MM-YYYY.' }]),
    ...(CURRENCIES.some(({ key }) => key === texts.currency)
      ? []
      : [
          {
            pointer: '/currency',
            detail: `It must be ${CURRENCIES.map(({ key }) => key).join(' or ')}.`,
          },
        ]),
  ];
  if (errors.length > 0) throw unacceptable(errors);
  if (last < first) throw refuseField('/end_date', 'End Date cannot be before Start Date.');
  const isName = body.company_name !== undefined && body.company_name !== null;
  const name = isName
    ? texts.company
    : await nameOf(read, account, texts.company, typeof body.company === 'number');
  const company = await companyNamed(read, account, name, '/company');
  return { company, currency: texts.currency, first, last };
}

const LAST_DAY = '9999-12-31';

/** The purchases of a period, billed or not; a purchase counts on the station's own day. */
const purchases = (read: Reader | Writer, { company, currency, first, last }: BillingPeriod) =>
  read
    .selectFrom('transactions')
    .where('transactions.company_id', '=', company.id)
    .where('transactions.currency', '=', currency)
    .where('transactions.txn_date', '>=', first)
    // Days are compared as text, and no day with a four-digit year follows the last one.
    .$if(last < LAST_DAY, (some) => some.where('transactions.txn_date', '<', addDays(last, 1)));

const TAXES = {
  GST: 'gst_minor',
  HST: 'hst_minor',
  PST: 'pst_minor',
  QST: 'qst_minor',
} as const;

/** How many lines a preview shows; its count and sums cover all. */
const SHOWN_LINES = 1_000;

/**
 * Returns the period's unbilled lines in order of purchase, with only the columns to add up and link, because a fleet's
 * month can have any number.
 */
export const unbilledLines = (read: Reader | Writer, period: BillingPeriod) =>
  purchases(read, period)
    .innerJoin('transaction_lines', 'transaction_lines.transaction_id', 'transactions.id')
    .select(['transaction_lines.id', 'transaction_lines.amount_minor', ...Object.values(TAXES)])
    .where('transaction_lines.invoice_id', 'is', null)
    .orderBy('transactions.txn_date')
    .orderBy('transactions.id')
    .orderBy('transaction_lines.position')
    .execute();

export type UnbilledLine = Awaited<ReturnType<typeof unbilledLines>>[number];

/** Returns the first of these lines in full, with their purchases. */
const firstOf = (read: Reader, lines: readonly UnbilledLine[]) =>
  read
    .selectFrom('transaction_lines')
    .innerJoin('transactions', 'transactions.id', 'transaction_lines.transaction_id')
    .selectAll('transaction_lines')
    .select([
      'transactions.authentication_id',
      'transactions.txn_date',
      'transactions.card_number as txn_card',
      'transactions.station_number as txn_station',
      'transactions.address',
      'transactions.province',
      'transactions.printed_auth_code',
      'transactions.amount_minor as txn_amount_minor',
    ])
    .where(
      'transaction_lines.id',
      'in',
      lines.slice(0, SHOWN_LINES).map(({ id }) => id),
    )
    .orderBy('transactions.txn_date')
    .orderBy('transactions.id')
    .orderBy('transaction_lines.position')
    .execute();

type ShownLine = Awaited<ReturnType<typeof firstOf>>[number];

export const totalOf = (lines: readonly Pick<UnbilledLine, 'amount_minor'>[]): number =>
  lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0);

/** Hashes the lines and their amounts: a caller that sends it back has seen exactly these (INV-14). */
export const seenOf = (lines: readonly UnbilledLine[]): string =>
  createHash('sha256')
    .update(lines.map(({ amount_minor, id }) => `${id}:${amount_minor}`).join(' '))
    .digest('base64url')
    .slice(0, 22);

/** Counts and sums of unbilled lines, and what the period has already billed. */
export async function unbilledSums(
  read: Reader | Writer,
  period: BillingPeriod,
  lines: readonly UnbilledLine[],
) {
  const billed = await purchases(read, period)
    .innerJoin('transaction_lines', 'transaction_lines.transaction_id', 'transactions.id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('transaction_lines.invoice_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const without = await purchases(read, period)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('transactions.amount_minor', '<>', 0)
    .where('transactions.invoice_id', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('transaction_lines')
            .select('transaction_lines.id')
            .whereRef('transaction_lines.transaction_id', '=', 'transactions.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  const total_amount = money(totalOf(lines));
  const by_tax = Object.fromEntries(
    Object.entries(TAXES).flatMap(([name, column]) => {
      const sum = lines.reduce((total, line) => total + line[column], 0);
      return sum === 0 ? [] : [[name, money(sum)] as const];
    }),
  );
  return {
    count: lines.length,
    /** Sum of all lines, including taxes; and each sales tax in it, without zeros. */
    totals: { amount: total_amount, by_tax },
    total_amount,
    already_billed: Number(billed.n),
    /** Transactions with an amount but no line, which can't be billed until they have one. */
    without_lines: Number(without.n),
    seen: seenOf(lines),
  };
}

const presentUnbilled = (period: BillingPeriod, line: ShownLine) => ({
  ...presentLine(
    {
      address: line.address,
      amount_minor: line.txn_amount_minor,
      currency: period.currency,
      printed_auth_code: line.printed_auth_code,
      province: line.province,
      station_number: line.txn_station,
    },
    line,
  ),
  transaction_id: line.transaction_id,
  authentication_id: line.authentication_id,
  txn_date: line.txn_date,
  card_number: line.txn_card,
  txn_company: period.company.name,
});

/**
 * Returns what an invoice of that company, currency and period would bill (INV-14), with the first 1,000 lines;
 * `lines: false` leaves them out. Changes nothing.
 */
export async function previewUnbilled(read: Reader, account: Account, body: Body) {
  const period = await billingPeriodIn(read, account, body);
  const lines = await unbilledLines(read, period);
  const shown = body.lines === false || lines.length === 0 ? [] : await firstOf(read, lines);
  return {
    lines: shown.map((line) => presentUnbilled(period, line)),
    ...(await unbilledSums(read, period, lines)),
  };
}
