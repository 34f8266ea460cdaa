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

/**
 * How often the lines may change between preview and creation before the company is left to the next run.
 */
const ATTEMPTS = 3;

/** Waits before a call with an unknown outcome is repeated, in ms. */
const ASK_AGAIN = [1000, 2000, 4000, 8000] as const;

/** Refusals that say nothing about an earlier attempt under the same key: sign in first, wait. */
const SAYS_NOTHING: readonly (number | undefined)[] = [401, 403, 408, 425, 429];

/**
 * Returns whether the service says that this key created nothing. A 409 with a later retry means that it is
 * still working on it.
 */
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
 * Repeats a call under its key until the service reports the outcome: an invoice, created by this attempt
 * or an earlier one, or none. Rejects if the outcome can't be determined now; the call stays stored for the
 * next run.
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

/** Settles what an earlier run left open for the company and currency, if anything. */
export async function settleOpen(
  ports: BillingPorts,
  period: BillingPeriod,
  keeper: KeptChange,
  signal: AbortSignal,
): Promise<BillingOutcome | undefined> {
  const { open } = keeper;
  if (open === undefined) return undefined;
  if (open.call === undefined) {
    // The call can't be repeated. If it created an invoice, its lines are billed and won't be billed twice.
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

/** Returns what an invoice of the period would bill, with the sums that create it; creates nothing. */
export async function lookAt(
  ports: Pick<BillingPorts, 'preview'>,
  period: BillingPeriod,
  signal: AbortSignal,
): Promise<{ readonly found: BillingOutcome; readonly sums: UnbilledSums }> {
  const sums = await ports.preview(period, signal);
  const { count: lines, total_amount: total } = sums;
  if (lines === 0) return { sums, found: outcome(period, sums, { state: 'nothing' }) };
  if (total.compare(Decimal.ZERO) < 0) {
    const message = MESSAGES.invoices.creditLeft(total.negated().toFixed(2));
    return { sums, found: outcome(period, sums, { state: 'credit', lines, total, message }) };
  }
  return { sums, found: outcome(period, sums, { state: 'would_make', lines, total }) };
}

/** Creates the invoice of previewed lines; `changed` if the lines are others by now, and nothing was created. */
export async function makeOf(
  ports: BillingPorts,
  period: BillingPeriod,
  sums: UnbilledSums,
  signal: AbortSignal,
): Promise<{ readonly made: BillingOutcome; readonly changed: boolean }> {
  const { count: lines, total_amount: total } = sums;
  const change = { key: ports.nonce(), call: ports.callFor(period, sums) };
  const made = await settle(ports, ports.keeper(period), change, signal);
  if (!('refused' in made)) {
    const more = { ...made.invoice, state: 'made', lines, total } as const;
    return { made: outcome(period, sums, more), changed: false };
  }
  const message = made.refused.detail ?? made.refused.message;
  return {
    made: outcome(period, sums, { state: 'refused', lines, total, message }),
    changed: isChanged(made.refused),
  };
}

/** Previews one company in one currency, and creates the invoice for the previewed lines. */
async function bill(
  ports: BillingPorts,
  period: BillingPeriod,
  dryRun: boolean,
  signal: AbortSignal,
): Promise<BillingOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const { found, sums } = await lookAt(ports, period, signal);
    if (dryRun || found.state !== 'would_make') return found;
    const { changed, made } = await makeOf(ports, period, sums, signal);
    if (!changed || attempt === ATTEMPTS) return made;
  }
}

type Company = Awaited<ReturnType<BillingPorts['companies']>>[number];

/**
 * Returns the company with that name or id; 'name:61' and 'id:61' are only the one. Throws a RangeError if there is
 * none, or if the text is the name of one company and the id of another.
 */
function companyIn(all: readonly Company[], company: string): Company {
  const [named, identified] = [
    all.find(({ value }) => value === company || `name:${value}` === company),
    all.find(({ key }) => key === company || `id:${key}` === company),
  ];
  const found = named ?? identified;
  const texts = MESSAGES.invoices;
  if (!found) throw new RangeError(texts.noCompany(company));
  if (named && identified && named !== identified) {
    throw new RangeError(texts.companyIsBoth(company, named.key, identified.value));
  }
  return found;
}

/**
 * Creates the invoices of a period, one for each company and currency, from everything unbilled (INV-14).
 * Yields each result as soon as it is known. An invoice is created only once: each call is stored with its
 * key before it is sent, so that the next run resumes a killed one, and no line is billed twice even if
 * others bill at the same time. Throws an `ApiError` if the service fails; whatever was not reached stays
 * unbilled.
 *
 * @param ports how the run reaches the service and the platform
 * @param period company, currency and days, and whether nothing is to be created
 * @param signal aborts the call
 */
export async function* runBilling(
  ports: BillingPorts,
  { company, dryRun = false, from, to }: BillingInput,
  signal: AbortSignal,
): AsyncGenerator<BillingOutcome, void> {
  const all = await ports.companies(signal);
  const asked = company === undefined ? all : [companyIn(all, company)];
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
