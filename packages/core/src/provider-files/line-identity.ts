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

/**
 * Numbers equal lines of one file (TXN-13): 1 for the first, 2 for its twin. Make one counter a file and
 * hand it every line of the original file in order, those included that will not be sent.
 */
export function countOccurrences(): (line: Identified) => {
  readonly identity: string;
  readonly occurrence: number;
} {
  const counts = new Map<string, number>();
  return (line) => {
    const identity = lineIdentity(line);
    const occurrence = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, occurrence);
    return { identity, occurrence };
  };
}
