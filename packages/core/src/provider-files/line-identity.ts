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
 * What makes a line the same purchase when it comes again (TXN-13): card, station, transaction number,
 * business day and product. The amount is left out, so that a corrected line is recognised. A reversal
 * is another line than what it takes back. Provider, account and the occurrence number are the caller's to add.
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

/** `lineIdentity` with the account: which purchase of the provider a line is. */
export function purchaseOf(line: Identified & Pick<ProviderLine, 'account'>): string {
  return `${encodeURIComponent(line.account)}|${lineIdentity(line)}`;
}

/**
 * Numbers equal lines of one file (TXN-13). Make one counter a file and hand it every line of the
 * original file in order, those included that will not be sent.
 */
export class OccurrenceCounter {
  private readonly counts: Map<string, number>;

  /** `counts`: how many of each purchase there were before. */
  constructor(counts: Iterable<readonly [purchase: string, count: number]> = []) {
    this.counts = new Map(counts);
  }

  /** 1 for the first line of a purchase, 2 for its twin. */
  next(purchase: string): number {
    const number = this.total(purchase) + 1;
    this.counts.set(purchase, number);
    return number;
  }

  /** How many of a purchase were counted so far. */
  total(purchase: string): number {
    return this.counts.get(purchase) ?? 0;
  }

  entries(): Iterable<readonly [purchase: string, count: number]> {
    return this.counts;
  }
}
