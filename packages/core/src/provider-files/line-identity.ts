import type { ProviderLine } from './types.ts';

type Identified = Pick<
  ProviderLine,
  | 'cardNumber'
  | 'stationNumber'
  | 'transactionNumber'
  | 'invoiceNumber'
  | 'authCode'
  | 'businessDate'
  | 'product'
  | 'reversal'
>;

/**
 * Returns what identifies a line as the same purchase when it appears again (TXN-13): card, station,
 * transaction number, business day and product. Excludes the amount, so that a corrected line is
 * recognised. A reversal differs from the line it reverses. Callers add provider, account and the
 * occurrence number.
 *
 * @param line a line of a provider's file
 */
export function lineIdentity(line: Identified): string {
  const number = line.transactionNumber || line.invoiceNumber || line.authCode;
  return [
    line.cardNumber,
    line.stationNumber,
    number,
    line.businessDate,
    line.product,
    ...(line.reversal ? ['reversal'] : []),
  ]
    .map((part) => encodeURIComponent(part.toUpperCase()))
    .join('|');
}

/**
 * Returns `lineIdentity` with the account, which identifies a purchase among all of the provider's.
 *
 * @param line a line of a provider's file
 */
export function purchaseOf(line: Identified & Pick<ProviderLine, 'account'>): string {
  return `${encodeURIComponent(line.account)}|${lineIdentity(line)}`;
}

/**
 * Numbers equal lines of one file (TXN-13). Create one counter per file and pass it every line of the
 * original file in order, including those that will not be sent.
 */
export class OccurrenceCounter {
  private readonly counts: Map<string, number>;

  /** @param counts number of lines of each purchase counted earlier */
  constructor(counts: Iterable<readonly [purchase: string, count: number]> = []) {
    this.counts = new Map(counts);
  }

  /**
   * Returns 1 for the first line of a purchase, 2 for the next equal one.
   *
   * @param purchase what `purchaseOf` returns
   */
  next(purchase: string): number {
    const number = this.total(purchase) + 1;
    this.counts.set(purchase, number);
    return number;
  }

  /**
   * Returns the number of lines of a purchase counted so far.
   *
   * @param purchase what `purchaseOf` returns
   */
  total(purchase: string): number {
    return this.counts.get(purchase) ?? 0;
  }

  /** Returns each purchase with the number of its lines, to begin another counter with. */
  entries(): Iterable<readonly [purchase: string, count: number]> {
    return this.counts;
  }
}
