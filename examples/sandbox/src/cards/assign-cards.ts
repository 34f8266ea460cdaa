import { type Actor, type Change, recordChanges } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import { refuseField, unacceptable } from '../forms/sent-record.ts';

const BATCH = 500;

/** A card as it was before it was assigned. */
interface Card {
  readonly id: number;
  readonly card_number: string;
  readonly company_id: number | null;
  readonly company_name: string;
}

/** Returns those cards that the account can see, by their ids. */
async function known(tx: Writer, companyId: number | null, ids: readonly number[]) {
  const found = new Map<number, Card>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const cards = tx
      .selectFrom('cards')
      .select(['id', 'card_number', 'company_id', 'company_name'])
      .where('id', 'in', ids.slice(start, start + BATCH));
    const own = companyId === null ? cards : cards.where('company_id', '=', companyId);
    for (const card of await own.execute()) found.set(card.id, card);
  }
  return found;
}

/** One event for the cards of each former company, which sees that they left; the new one sees that they arrived. */
function movesOf(cards: readonly Card[], to: { readonly id: number; readonly name: string }) {
  const byFormer = Map.groupBy(cards, ({ company_id: from }) => (from === to.id ? null : from));
  return [...byFormer].map(([from, own]): Change => {
    const [first] = own;
    const cardIds = own.map(({ id }) => id);
    const left = from === null ? undefined : first;
    return {
      action: 'cards.assign',
      resource: 'companies',
      recordId: to.id,
      label: to.name,
      companyId: to.id,
      ...(left && { leftCompanyId: from }),
      also: [...cardIds.map((id) => `cards:${id}`), ...(left ? [`companies:${from}`] : [])],
      changes: {
        ...(left && own.length === 1 && { card_number: `…${left.card_number.slice(-4)}` }),
        company_name: left ? [left.company_name, to.name] : to.name,
        cardIds,
      },
    };
  });
}

/**
 * Assigns cards to a company from today on, all or none (CARD-06): its users see them immediately, and purchases
 * from today on are the company's. Throws a 422 for unknown cards or an unknown company.
 */
export async function assignCards(
  tx: Writer,
  actor: Actor,
  companyId: number,
  cardIds: readonly number[],
): Promise<number> {
  const own = actor.account.companyId;
  const company =
    own === null || own === companyId
      ? await tx
          .selectFrom('companies')
          .select(['id', 'name', 'code'])
          .where('id', '=', companyId)
          .executeTakeFirst()
      : undefined;
  if (!company) throw refuseField('/customerCompanyId', 'There is no company of that id.');
  const ids = [...new Set(cardIds)];
  const found = await known(tx, own, ids);
  const missing = cardIds.flatMap((id, index) =>
    found.has(id) ? [] : [{ pointer: `/cardIds/${index}`, detail: `Card ${id} was not found.` }],
  );
  if (missing.length > 0) throw unacceptable(missing);

  const today = actor.at.toISOString().slice(0, 10);
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    await tx
      .updateTable('cards')
      .set({
        company_id: company.id,
        company_name: company.name,
        company_number: company.code,
        updated_at: actor.at.toISOString(),
      })
      .where('id', 'in', batch)
      .execute();
    // The day belongs to its last company.
    await tx
      .deleteFrom('card_assignments')
      .where('card_id', 'in', batch)
      .where('from_date', '=', today)
      .execute();
    await tx
      .insertInto('card_assignments')
      .values(batch.map((id) => ({ card_id: id, company_id: company.id, from_date: today })))
      .execute();
  }
  await recordChanges(tx, actor, movesOf([...found.values()], company));
  return ids.length;
}
