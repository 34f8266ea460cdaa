import { formatCount } from '../../format/values.ts';

const HOLD = 'To only refuse further purchases, put the card on hold instead.';

/** Says that a card's purchases outlive it, and what can be done instead; '' if it has none (LIST-04). */
export function purchasesStay(purchases: number | undefined): string {
  if (purchases === 0) return '';
  if (purchases === 1) return `Its 1 purchase stays in the list. ${HOLD}`;
  const count = purchases === undefined ? '' : `${formatCount(purchases)} `;
  return `Its ${count}purchases stay in the list. ${HOLD}`;
}
