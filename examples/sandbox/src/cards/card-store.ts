import { cards, type Draft, type Issues } from '@forecourt/core';
import type { Insertable } from 'kysely';
import * as z from 'zod/mini';
import type { Actor } from '../audit/audit.ts';
import { recordSaved } from '../audit/changes.ts';
import type { Account } from '../auth/account.ts';
import type { CardsTable } from '../db/schema-fleet.ts';
import type { Writer } from '../db/store.ts';
import { bodyOf, formOf, issuesOf } from '../forms/sent-record.ts';
import { type CardRow, cardColumns, presentCard } from './card-wire.ts';

export const cardForm = formOf(cards);

/** The stored card, or what is wrong with the draft. */
export type Entered =
  | { readonly row: CardRow }
  | {
      readonly issues: Issues;
      /** The card that has the number. */
      readonly known?: CardRow;
    };

const issue = (name: string, code: string, message: string): Issues => ({
  [name]: [{ code, message }],
});

/** Returns a card as its form loads it. */
export const detailOf = (row: CardRow) => z.parse(cards.schema, presentCard(row));

export const cardNumbered = (tx: Writer, number: string): Promise<CardRow | undefined> =>
  tx.selectFrom('cards').selectAll().where('card_number', '=', number).executeTakeFirst();

/** Finds a company by name to which this account can assign cards. */
function companyNamed(tx: Writer, { companyId }: Account, name: string) {
  const company = tx.selectFrom('companies').selectAll().where('name', '=', name);
  return (companyId === null ? company : company.where('id', '=', companyId)).executeTakeFirst();
}

/** A company must not learn that another one has the card (ACC-07). */
export const takenBy = ({ company_id: owner }: CardRow, { companyId }: Account): Issues =>
  companyId === null || companyId === owner
    ? issue('card_number', 'taken', 'There is a card of that number already.')
    : issue('card_number', 'withheld', 'This card number can’t be used. Ask your provider.');

const shownStatus = (cardStatus: unknown): string =>
  cardStatus === 'RELEASE' ? 'ACTIVE' : 'INACTIVE';

/** Creates a card, assigned to its company from today on (CARD-14). */
export async function createCard(tx: Writer, actor: Actor, draft: Draft): Promise<Entered> {
  const state = { mode: 'create', draft, detail: undefined } as const;
  const issues = issuesOf(cardForm, state);
  if (Object.keys(issues).length > 0) return { issues };
  const sent = cardColumns(bodyOf(cardForm, state));
  const company = await companyNamed(tx, actor.account, String(sent.company_name));
  if (!company) {
    return { issues: issue('company_name', 'unknown', 'There is no company of that name.') };
  }
  const known = await cardNumbered(tx, String(sent.card_number));
  if (known) return { issues: takenBy(known, actor.account), known };
  const today = actor.at.toISOString().slice(0, 10);
  const columns = {
    ...sent,
    status: shownStatus(sent.card_status),
    card_issue_date: today,
    company_id: company.id,
    company_number: company.code,
    uom: company.currency === 'USD' ? 'Gallons' : 'Litres',
    reefer: 'No',
    created_at: actor.at.toISOString(),
  } as Insertable<CardsTable>;
  const row = await tx.insertInto('cards').values(columns).returningAll().executeTakeFirstOrThrow();
  await tx
    .insertInto('card_assignments')
    .values({ card_id: row.id, company_id: company.id, from_date: today })
    .execute();
  return { row };
}

/** Changes a card; its number and company stay (CARD-09). */
export async function updateCard(
  tx: Writer,
  actor: Actor,
  before: CardRow,
  draft: Draft,
): Promise<Entered> {
  const state = { mode: 'edit', draft, detail: detailOf(before) } as const;
  const issues = issuesOf(cardForm, state);
  if (Object.keys(issues).length > 0) return { issues };
  const columns = cardColumns(bodyOf(cardForm, state));
  const row = await tx
    .updateTable('cards')
    .set({
      ...columns,
      status:
        columns.card_status === before.card_status
          ? before.status
          : shownStatus(columns.card_status),
      updated_at: actor.at.toISOString(),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row };
}

/** Writes the trail of a card that a file created or changed. */
export const recordCard = (
  tx: Writer,
  actor: Actor,
  before: CardRow | undefined,
  row: CardRow,
): Promise<void> =>
  recordSaved(tx, actor, {
    resource: 'cards',
    recordId: row.id,
    ...(before && { before: presentCard(before) }),
    after: presentCard(row),
  });

/** Deletes a card and its assignments; its transactions stay. Returns what the trail keeps of it. */
export async function deleteCard(tx: Writer, row: CardRow) {
  await tx.deleteFrom('card_assignments').where('card_id', '=', row.id).execute();
  await tx.deleteFrom('cards').where('id', '=', row.id).execute();
  return { card_number: `…${row.card_number.slice(-4)}`, company_name: row.company_name };
}
