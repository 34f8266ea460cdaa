import type { Reader, Writer } from '../db/store.ts';
import type { ClaimedCall } from '../http/claimed-call.ts';
import { Problem } from '../http/problem.ts';

/** Most e-mails within an hour: of one invoice or report, and by one account. */
export interface MailLimits {
  readonly perInvoice: number;
  readonly perAccount: number;
}

export const DEFAULT_MAIL_LIMITS: MailLimits = { perInvoice: 3, perAccount: 200 };

const HOUR_MS = 3_600_000;

/** What is sent: an invoice by its id, or a report with its choices, and what a refusal calls it. */
type Mailed =
  | { readonly column: 'invoice_id'; readonly value: number; readonly name: string }
  | { readonly column: 'report'; readonly value: string; readonly name: string };

/** An e-mail to send. */
export interface MailAttempt {
  readonly about: Mailed;
  /** The sender: the person, whichever company they act for. */
  readonly userId: number;
  /** Of the call's Idempotency-Key. */
  readonly claim: ClaimedCall | undefined;
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const hourAgo = (now: Date): string => new Date(now.getTime() - HOUR_MS).toISOString();

const callOf = ({ claim }: MailAttempt): string =>
  claim === undefined ? '' : `${claim.scope} ${claim.key}`;

function tooMany(now: Date, deciding: string, what: string): Problem {
  const left = Date.parse(deciding) + HOUR_MS - now.getTime();
  const seconds = Math.max(1, Math.ceil(left / 1_000));
  return new Problem(429, `${what} Try again in ${Math.ceil(seconds / 60)} min.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** Finds the entry of an earlier attempt with the same key: it counts once. */
async function entryOf(db: Reader | Writer, attempt: MailAttempt): Promise<number | undefined> {
  const call = callOf(attempt);
  if (call === '') return undefined;
  const entry = await db
    .selectFrom('sent_emails')
    .select('id')
    .where('call', '=', call)
    .where('user_id', '=', attempt.userId)
    .where(attempt.about.column, '=', attempt.about.value)
    .executeTakeFirst();
  return entry?.id;
}

/** Throws a 429 with Retry-After if the invoice or the account has reached its limit. */
export async function refuseTooMany(
  db: Reader | Writer,
  now: Date,
  limits: MailLimits,
  attempt: MailAttempt,
): Promise<void> {
  if ((await entryOf(db, attempt)) !== undefined) return;
  /** Returns when the e-mail was sent that reached the limit; undefined below the limit. */
  const deciding = async (
    column: Mailed['column'] | 'user_id',
    value: number | string,
    limit: number,
    sender?: number,
  ) => {
    const all = db
      .selectFrom('sent_emails')
      .select('at')
      .where(column, '=', value)
      .where('at', '>', hourAgo(now));
    const entry = await (sender === undefined ? all : all.where('user_id', '=', sender))
      .orderBy('at', 'desc')
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst();
    return entry?.at;
  };
  const { about, userId } = attempt;
  const { perAccount, perInvoice } = limits;
  // A report is its sender's: others send theirs.
  const sender = about.column === 'report' ? userId : undefined;
  const ofOne = await deciding(about.column, about.value, perInvoice, sender);
  if (ofOne !== undefined) {
    const what = `${about.name} was e-mailed ${times(perInvoice)} within an hour.`;
    throw tooMany(now, ofOne, what);
  }
  const ofAccount = await deciding('user_id', userId, perAccount);
  if (ofAccount !== undefined) {
    const sent = about.column === 'report' ? 'sent e-mails' : 'e-mailed invoices';
    const what = `You ${sent} ${times(perAccount)} within an hour.`;
    throw tooMany(now, ofAccount, what);
  }
}

/** Records an e-mail before it is sent, so that it counts even if the server dies. Throws like `refuseTooMany`. */
export async function enterEmail(
  tx: Writer,
  now: Date,
  limits: MailLimits,
  attempt: MailAttempt,
): Promise<number> {
  await tx.deleteFrom('sent_emails').where('at', '<=', hourAgo(now)).execute();
  const known = await entryOf(tx, attempt);
  if (known !== undefined) return known;
  await refuseTooMany(tx, now, limits, attempt);
  const { id } = await tx
    .insertInto('sent_emails')
    .values({
      at: now.toISOString(),
      call: callOf(attempt),
      user_id: attempt.userId,
      [attempt.about.column]: attempt.about.value,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes the entry of an e-mail that was not sent. */
export const forgetEmail = (tx: Writer, id: number): Promise<unknown> =>
  tx.deleteFrom('sent_emails').where('id', '=', id).execute();
