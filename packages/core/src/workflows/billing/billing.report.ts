import { Decimal } from '../../format/decimal.ts';
import { formatMoney, formatValue } from '../../format/values.ts';
import type { BillingOutcome } from './billing.types.ts';

const WORDS: Readonly<Record<BillingOutcome['state'], string>> = {
  made: 'made',
  would_make: 'would be made',
  nothing: 'nothing unbilled',
  credit: 'left out',
  refused: 'refused',
};

/** Said of a period that isn't over. */
export const PERIOD_NOT_OVER =
  'This period isn’t over: purchases that are entered later need another invoice.';

/**
 * Returns whether a period's last day is over.
 *
 * @param to the period's last day, YYYY-MM-DD
 * @param today the service's day, YYYY-MM-DD
 */
export const isOver = (to: string, today: string): boolean => to < today;

const count = (number: number, noun: string): string =>
  `${formatValue('integer', number)} ${noun}${number === 1 ? '' : 's'}`;

/**
 * Returns what became of a company and currency, in words: 'nothing unbilled; 12 lines already billed' (INV-14).
 *
 * @param outcome what `runBilling` yielded
 */
export function billingWords({
  already_billed,
  message,
  settled,
  state,
  without_lines,
}: BillingOutcome): string {
  const parts = [
    settled ? 'made by an earlier run that lost its answer' : WORDS[state],
    ...(state === 'nothing' && already_billed > 0
      ? [`${count(already_billed, 'line')} already billed`]
      : []),
    ...(message ? [message] : []),
    ...(without_lines > 0
      ? [`${count(without_lines, 'transaction')} without a purchase not billed`]
      : []),
  ];
  return parts.join('; ');
}

/**
 * Sums up a billing run: '3 invoices made: 1,234.50 CAD, 20.00 USD.', the currencies by their codes (INV-14). `written`
 * formats an amount; `dryRun` says that they would be.
 *
 * @param outcomes what became of each company and currency
 * @param options `written` formats an amount with its currency; `dryRun` says that they would be made
 * @returns one sentence
 */
export function billingSummary(
  outcomes: readonly BillingOutcome[],
  { dryRun, written = formatMoney }: { dryRun: boolean; written?: (amount: Decimal) => string },
): string {
  const made = outcomes.filter(({ state }) => state === (dryRun ? 'would_make' : 'made'));
  const verb = dryRun ? 'would be made' : 'made';
  if (made.length === 0) return dryRun ? 'No invoice would be made.' : 'No invoice made.';
  const sums = [...Map.groupBy(made, ({ currency }) => currency)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([currency, own]) =>
        `${written(Decimal.sum(own.flatMap(({ total }) => total ?? [])))} ${currency}`,
    );
  return `${count(made.length, 'invoice')} ${verb}: ${sums.join(', ')}.`;
}
