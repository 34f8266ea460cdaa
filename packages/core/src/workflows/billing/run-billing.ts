import { Decimal } from '../../format/decimal.ts';
import { ApiError } from '../../http/outcome.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type {
  BillingCall,
  BillingInput,
  BillingOutcome,
  BillingPeriod,
  BillingPorts,
  KeptChange,
  MadeInvoice,
  UnbilledSums,
} from './billing.types.ts';

/** How often lines may change between preview and making before the company is left for the next run. */
const ATTEMPTS = 3;

/** Waits before a call whose outcome is unknown is asked for again, in ms. */
const ASK_AGAIN = [1000, 2000, 4000, 8000] as const;

/** Refusals that say nothing of an earlier attempt under the same key: sign in first, wait. */
const SAYS_NOTHING: readonly (number | undefined)[] = [401, 403, 408, 425, 429];

/** Did the service itself say that nothing is made under this key? A 409 that says 'later' is still at it. */
const isRefusal = (error: unknown): error is ApiError & { readonly status: number } =>
  error instanceof ApiError &&
  error.status !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  !SAYS_NOTHING.includes(error.status) &&
  !(error.status === 409 && error.retryAfterMs !== undefined);

const isChanged = (error: ApiError): boolean => error.status === 409;

const mayBeDone = (error: unknown): boolean =>
  error instanceof ApiError && (error.outcome === 'unknown' || error.status === 409);

type Made = { readonly invoice: MadeInvoice } | { readonly refused: ApiError };

/**
 * Sends a call under its key until the service says what became of it: an invoice was made, by this attempt or an
 * earlier one, or none is. Rejects where that can't be known now; the call stays kept for the next run.
 */
async function settle(
  ports: BillingPorts,
  keeper: KeptChange,
  change: { readonly key: string; readonly call: BillingCall },
  signal: AbortSignal,
): Promise<Made> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const send = (key: string) => ports.send(change.call, key, signal);
      return { invoice: await keeper.send(change, send) };
    } catch (error) {
      if (isRefusal(error)) {
        keeper.forget();
        return { refused: error };
      }
      const wait = ASK_AGAIN[attempt];
      if (wait === undefined || !mayBeDone(error) || signal.aborted) throw error;
      await ports.sleep(wait, signal);
    }
  }
}

const outcome = (
  { company, currency }: BillingPeriod,
  sums: UnbilledSums,
  more: Pick<BillingOutcome, 'state'> & Partial<BillingOutcome>,
): BillingOutcome => ({
  company,
  currency,
  already_billed: sums.already_billed,
  without_lines: sums.without_lines ?? 0,
  ...more,
});

/** What an earlier run left open of that company and currency, if anything. */
async function settleOpen(
  ports: BillingPorts,
  period: BillingPeriod,
  keeper: KeptChange,
  signal: AbortSignal,
): Promise<BillingOutcome | undefined> {
  const { open } = keeper;
  if (open === undefined) return undefined;
  if (open.call === undefined) {
    // Nobody can send it again. What it made is billed by now, and is not billed twice.
    keeper.forget();
    return undefined;
  }
  const made = await settle(ports, keeper, { key: open.key, call: open.call }, signal);
  if ('refused' in made) return undefined;
  const { company, currency } = period;
  return {
    ...{ company, currency, state: 'made', settled: true, already_billed: 0, without_lines: 0 },
    ...made.invoice,
  };
}

/** One company in one currency: previewed, and made for the lines that were seen. */
async function bill(
  ports: BillingPorts,
  period: BillingPeriod,
  dryRun: boolean,
  signal: AbortSignal,
): Promise<BillingOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const sums = await ports.preview(period, signal);
    const { count: lines, total_amount: total } = sums;
    if (lines === 0) return outcome(period, sums, { state: 'nothing' });
    if (total.compare(Decimal.ZERO) < 0) {
      const message = MESSAGES.invoices.creditLeft(total.negated().toFixed(2));
      return outcome(period, sums, { state: 'credit', lines, total, message });
    }
    if (dryRun) return outcome(period, sums, { state: 'would_make', lines, total });
    const change = { key: ports.nonce(), call: ports.callFor(period, sums) };
    const made = await settle(ports, ports.keeper(period), change, signal);
    if (!('refused' in made)) {
      return outcome(period, sums, { ...made.invoice, state: 'made', lines, total });
    }
    if (isChanged(made.refused) && attempt < ATTEMPTS) continue;
    const message = made.refused.detail ?? made.refused.message;
    return outcome(period, sums, { state: 'refused', lines, total, message });
  }
}

/**
 * Makes the invoices of a period, for each company and currency one, of all that is unbilled (INV-14). Each is told
 * as soon as it is known. What is made is made once: a call is kept with its key before it is sent, so that a run
 * that was killed is taken up by the next, and no line is billed twice whoever else bills. Ends with an `ApiError`
 * where the service fails; what was not reached is unbilled still.
 */
export async function* runBilling(
  ports: BillingPorts,
  { company, dryRun = false, from, to }: BillingInput,
  signal: AbortSignal,
): AsyncGenerator<BillingOutcome, void> {
  const all = await ports.companies(signal);
  const asked =
    company === undefined
      ? all
      : all.filter(({ key, value }) => value === company || key === company).slice(0, 1);
  if (company !== undefined && asked.length === 0) {
    throw new RangeError(MESSAGES.invoices.noCompany(company));
  }
  const currencies = await ports.currencies(signal);
  for (const { value } of asked) {
    for (const currency of currencies) {
      const period = { company: value, currency, from, to };
      const settled = dryRun
        ? undefined
        : await settleOpen(ports, period, ports.keeper(period), signal);
      if (settled) yield settled;
      const billed = await bill(ports, period, dryRun, signal);
      if (!(settled && billed.state === 'nothing')) yield billed;
    }
  }
}
