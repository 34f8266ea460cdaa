import { Decimal } from '../../format/decimal.ts';
import { formatCount, formatMoney } from '../../format/values.ts';
import type { ImportRecord, ImportTotal } from './import.types.ts';

const count = (many: number, noun: string): string =>
  `${formatCount(many)} ${noun}${many === 1 ? '' : 's'}`;

/**
 * Returns how many lines became how many purchases: '260 lines became 171 purchases.' Undefined if the service didn't
 * say, or if nothing was entered (TXN-19).
 *
 * @param record the import's record
 */
export function becameText({ totals = [] }: Pick<ImportRecord, 'totals'>): string | undefined {
  const lines = totals.reduce((sum, total) => sum + total.lines, 0);
  const purchases = totals.reduce((sum, total) => sum + total.purchases, 0);
  return lines === 0
    ? undefined
    : `${count(lines, 'line')} became ${count(purchases, 'purchase')}.`;
}

/**
 * Returns a warning of the lines that were entered without a company: '1 line is of a card that is unknown or fits several
 * cards. It has no company, so nobody is billed for it.' Undefined if there are none, or if the service didn't say (TXN-19).
 *
 * @param record the import's record
 */
export function withoutCompanyText({
  totals = [],
}: Pick<ImportRecord, 'totals'>): string | undefined {
  const lines = totals.reduce((sum, { withoutCompanyLines = 0 }) => sum + withoutCompanyLines, 0);
  if (lines === 0) return undefined;
  return lines === 1
    ? '1 line is of a card that is unknown or fits several cards. It has no company, so nobody is billed for it.'
    : `${count(lines, 'line')} are of cards that are unknown or fit several cards. They have no company, so nobody is billed for them.`;
}

/**
 * Returns what the purchases are charged at, by currency: '11,684.04 USD'. '' if the service didn't say, or if nothing was
 * entered (TXN-19).
 *
 * @param record the import's record
 * @throws a RangeError for an amount that is no number
 */
export const enteredText = ({ totals = [] }: Pick<ImportRecord, 'totals'>): string =>
  totals
    .filter(({ lines }) => lines > 0)
    .map(({ amount, currency }) => formatMoney(Decimal.from(amount), currency))
    .join(', ');

/** A part of what was entered: 'Markup', '63.78 USD'. */
export interface ImportPart {
  readonly label: string;
  readonly amount: string;
}

/**
 * Returns what a currency's sum consists of, from what the check counted to what the purchases are charged at (TXN-19).
 *
 * @param total the sums of one currency
 * @throws a RangeError for an amount that is no number
 */
export function partsOf(total: ImportTotal): readonly ImportPart[] {
  const { amount, cost, currency, leftOut, leftOutLines, markup } = total;
  const money = (value: Decimal) => formatMoney(value, currency);
  const [entered, left] = [Decimal.from(cost), Decimal.from(leftOut)];
  const without: ImportPart[] = [
    { label: 'Checked', amount: money(entered.plus(left)) },
    { label: `Not entered (${count(leftOutLines, 'line')})`, amount: money(left.negated()) },
  ];
  return [
    ...(leftOutLines > 0 ? without : []),
    { label: leftOutLines > 0 ? 'At cost' : 'At cost, as checked', amount: money(entered) },
    { label: 'Markup', amount: money(Decimal.from(markup)) },
    { label: 'Purchases', amount: money(Decimal.from(amount)) },
  ];
}
