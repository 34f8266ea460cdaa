import { formatDay, formatInstant } from '../../format/dates.ts';
import type { Card } from './cards.schema.ts';

/** '22/11/26 2:05 PM', or the day alone where nothing says the time. */
const sinceWhen = ({ held_at, held_since }: Card): string => {
  if (held_at) return ` since ${formatInstant(held_at)}`;
  return held_since ? ` since ${formatDay(held_since)}` : '';
};

/**
 * Says in sentences since when, by whom and why a card is on hold (CARD-11); undefined for any other card. What led to
 * it is a person or a file of cards, with the reason that was given.
 */
export function holdNotice(card: Card): string | undefined {
  if (card.card_status !== 'HOLD') return undefined;
  const { held_by, held_from_file, hold_reason } = card;
  const file = held_from_file ? `, from the file ${held_from_file}` : '';
  const who = held_by ? ` by ${held_by}${file}` : file;
  const why = hold_reason
    ? `Reason: ${hold_reason}`
    : held_by
      ? 'No reason was given.'
      : 'The trail doesn’t say by whom, or why.';
  return `On hold${sinceWhen(card)}${who}. ${why}`;
}
