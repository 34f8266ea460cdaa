import { cards, type Draft, type Issues } from '@forecourt/core';
import type { Insertable, Updateable } from 'kysely';
import * as z from 'zod/mini';
import { type Actor, recordChanges } from '../audit/audit.ts';
import { companyOfBoth, savedChange } from '../audit/changes.ts';
import type { Account } from '../auth/account.ts';
import type { CardsTable } from '../db/schema-fleet.ts';
import type { Reader, Writer } from '../db/store.ts';
import { bodyOf, formOf, issuesOf } from '../forms/sent-record.ts';
import { type CardTypes, cardTypes, choicesFor } from './card-types.ts';
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

const cardNumbered = (read: Reader, number: string): Promise<CardRow | undefined> =>
  read.selectFrom('cards').selectAll().where('card_number', '=', number).executeTakeFirst();

/** Finds a company by name to which this account can assign cards. */
function companyNamed(read: Reader, { companyId }: Account, name: string) {
  const company = read.selectFrom('companies').selectAll().where('name', '=', name);
  return (companyId === null ? company : company.where('id', '=', companyId)).executeTakeFirst();
}

/** What a card is checked against; a file's rows share what they look up. */
export interface CardLookUps {
  readonly read: Reader;
  readonly types: CardTypes;
  readonly companyNamed: (name: string) => ReturnType<typeof companyNamed>;
  readonly cardNumbered: (number: string) => Promise<CardRow | undefined>;
}

export const lookUps = async (read: Reader, { account }: Actor): Promise<CardLookUps> => ({
  read,
  types: await cardTypes(read),
  companyNamed: (name) => companyNamed(read, account, name),
  cardNumbered: (number) => cardNumbered(read, number),
});

/** What a card would be stored as, or what is wrong with its draft. */
export type Checked<Columns> =
  | { readonly columns: Columns }
  | Exclude<Entered, { readonly row: CardRow }>;

/** A company must not learn that another one has the card (ACC-07). */
export const takenBy = ({ company_id: owner }: CardRow, { companyId }: Account): Issues =>
  companyId === null || companyId === owner
    ? issue('card_number', 'taken', 'There is a card of that number already.')
    : issue('card_number', 'withheld', 'This card number can’t be used. Ask your provider.');

const shownStatus = (cardStatus: unknown): string =>
  cardStatus === 'RELEASE' ? 'ACTIVE' : 'INACTIVE';

/** Checks a new card. */
export async function checkNewCard(
  { cardNumbered, companyNamed, read, types }: CardLookUps,
  actor: Actor,
  draft: Draft,
): Promise<Checked<Insertable<CardsTable>>> {
  const choices = await choicesFor(read, actor.account, draft, types);
  const state = { mode: 'create', draft, detail: undefined, choices } as const;
  const issues = issuesOf(cardForm, state);
  if (Object.keys(issues).length > 0) return { issues };
  const sent = cardColumns(bodyOf(cardForm, state));
  const company = await companyNamed(String(sent.company_name));
  if (!company) {
    return { issues: issue('company_name', 'unknown', 'There is no company of that name.') };
  }
  const known = await cardNumbered(String(sent.card_number));
  if (known) return { issues: takenBy(known, actor.account), known };
  const columns = {
    ...sent,
    status: shownStatus(sent.card_status),
    card_issue_date: dayOf(actor),
    company_id: company.id,
    company_number: company.code,
    uom: company.currency === 'USD' ? 'Gallons' : 'Litres',
    reefer: 'No',
    held_since: sent.card_status === 'HOLD' ? actor.today : '',
    created_at: actor.at.toISOString(),
  } as Insertable<CardsTable>;
  return { columns };
}

const dayOf = ({ at }: Actor): string => at.toISOString().slice(0, 10);

/** Stores checked cards, assigned to their companies from today on. */
export async function insertCards(
  tx: Writer,
  actor: Actor,
  cards: readonly Insertable<CardsTable>[],
): Promise<readonly CardRow[]> {
  const rows = await tx.insertInto('cards').values(cards).returningAll().execute();
  await tx
    .insertInto('card_assignments')
    .values(
      rows.map(({ company_id, id }) => ({
        card_id: id,
        company_id: Number(company_id),
        from_date: dayOf(actor),
      })),
    )
    .execute();
  return rows;
}

/** Creates a card, assigned to its company from today on (CARD-14). */
export async function createCard(tx: Writer, actor: Actor, draft: Draft): Promise<Entered> {
  const checked = await checkNewCard(await lookUps(tx, actor), actor, draft);
  if (!('columns' in checked)) return checked;
  const [row] = await insertCards(tx, actor, [checked.columns]);
  if (!row) throw new Error('A card that was stored must have a row.');
  return { row };
}

/** Checks a change of a card; its number and company stay (CARD-09). */
export async function checkChangedCard(
  { read, types }: Pick<CardLookUps, 'read' | 'types'>,
  actor: Actor,
  before: CardRow,
  draft: Draft,
): Promise<Checked<Updateable<CardsTable>>> {
  const choices = await choicesFor(read, actor.account, draft, types);
  const state = { mode: 'edit', draft, detail: detailOf(before), choices } as const;
  const issues = issuesOf(cardForm, state);
  if (Object.keys(issues).length > 0) return { issues };
  const columns = cardColumns(bodyOf(cardForm, state));
  const status =
    columns.card_status === before.card_status ? before.status : shownStatus(columns.card_status);
  const heldSince = before.held_since || actor.today;
  return {
    columns: {
      ...columns,
      status,
      held_since: columns.card_status === 'HOLD' ? heldSince : '',
      updated_at: actor.at.toISOString(),
    } as Updateable<CardsTable>,
  };
}

/** Stores a checked change of a card. */
export const storeCard = (
  tx: Writer,
  { id }: CardRow,
  columns: Updateable<CardsTable>,
): Promise<CardRow> =>
  tx
    .updateTable('cards')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Changes a card; its number and company stay (CARD-09). */
export async function updateCard(
  tx: Writer,
  actor: Actor,
  before: CardRow,
  draft: Draft,
): Promise<Entered> {
  const checked = await checkChangedCard(
    { read: tx, types: await cardTypes(tx) },
    actor,
    before,
    draft,
  );
  if (!('columns' in checked)) return checked;
  return { row: await storeCard(tx, before, checked.columns) };
}

/** A card that a file created or changed. */
export interface SavedCard {
  readonly before?: CardRow | undefined;
  readonly row: CardRow;
}

/** Writes the trail of cards that a file created or changed, with the file's name. */
export const recordCards = (
  tx: Writer,
  actor: Actor,
  saved: readonly SavedCard[],
  fileName: string,
): Promise<void> =>
  recordChanges(
    tx,
    actor,
    saved.map(({ before, row }) =>
      savedChange({
        resource: 'cards',
        recordId: row.id,
        label: `…${row.card_number.slice(-4)}`,
        companyId: companyOfBoth(before, row),
        ...(before && { before: presentCard(before) }),
        after: presentCard(row),
        noted: { file_name: fileName },
      }),
    ),
  );

/** Deletes a card and its assignments; its transactions stay. Returns what the trail keeps of it. */
export async function deleteCard(tx: Writer, row: CardRow) {
  await tx.deleteFrom('card_assignments').where('card_id', '=', row.id).execute();
  await tx.deleteFrom('cards').where('id', '=', row.id).execute();
  return { card_number: `…${row.card_number.slice(-4)}`, company_name: row.company_name };
}
