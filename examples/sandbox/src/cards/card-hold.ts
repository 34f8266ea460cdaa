import type { Account } from '../auth/account.ts';
import type { Reader, Writer } from '../db/store.ts';
import type { CardRow } from './card-wire.ts';

/** The change that put a card on hold, in the JSON of the trail. */
const HELD = '%"card_status":["%","HOLD"]%';

const textIn = (changes: object, name: string): string => {
  const value = (changes as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Since when, by whom and why a card is on hold (CARD-11): the day is the card's own, the rest is in the trail, of which a
 * company's user sees what is about its company (SHELL-14). Empty for any other card.
 */
export async function holdOf(
  read: Reader | Writer,
  { companyId }: Account,
  { card_status, held_since, id }: CardRow,
): Promise<Readonly<Record<string, string>>> {
  if (card_status !== 'HOLD') return {};
  const all = read
    .selectFrom('audit')
    .select(['at', 'actor', 'changes', 'company_id'])
    .where('resource', '=', 'cards')
    .where('record_id', '=', String(id))
    .where('action', 'in', ['cards.update', 'cards.create'])
    .where('changes', 'like', HELD)
    .orderBy('id', 'desc');
  const held = await all.executeTakeFirst();
  // An entry of another company, which had the card then, says nothing to this one.
  const own = companyId === null || held?.company_id === companyId;
  if (!held || !own) return { held_since };
  const changes = JSON.parse(held.changes) as object;
  return {
    held_since,
    held_at: held.at,
    held_by: held.actor,
    held_from_file: textIn(changes, 'file_name'),
    hold_reason: textIn(changes, 'reason'),
  };
}
