import type { Draft, FormState, Option, ReferenceName } from '@forecourt/core';
import type { Account } from '../auth/account.ts';
import type { Reader } from '../db/store.ts';
import { listedValues, type StoredType } from '../reference/stored-types.ts';
import { CARD_LIST } from './card-wire.ts';

/** Columns of a card that have a type, by the name of their list in core's form. */
const COLUMNS = [
  ['CARD_TYPE', 'card_type', 'cardTypes'],
  ['PLASTIC_TYPE', 'plastic_type', 'plasticTypes'],
  ['CASH_ADVANCE_TYPE', 'cash_advance_type', 'cashAdvanceTypes'],
  ['USAGE_ABOVE_LIMITS', 'usage_above_volume_limits', 'usageTypes'],
] as const satisfies readonly (readonly [string, string, ReferenceName])[];

/** The types of cards, as `GET types` answers them: the listed ones, then others that readable cards have. */
export const CARD_TYPES: Readonly<Record<string, StoredType>> = Object.fromEntries(
  COLUMNS.map(([type, column]) => [
    type,
    { action: 'cards.list', list: CARD_LIST, column, listed: true } as const,
  ]),
);

/** The listed types by the name of their list in core's form. */
export type CardTypes = Readonly<Partial<Record<ReferenceName, readonly Option[]>>>;

export async function cardTypes(read: Reader): Promise<CardTypes> {
  const listed = await listedValues(read);
  return Object.fromEntries(COLUMNS.map(([type, , name]) => [name, listed.get(type) ?? []]));
}

async function isStored(
  read: Reader,
  { companyId }: Account,
  column: (typeof COLUMNS)[number][1],
  value: string,
): Promise<boolean> {
  const cards = read.selectFrom('cards').select('id').where(column, '=', value).limit(1);
  const own = companyId === null ? cards : cards.where('company_id', '=', companyId);
  return (await own.executeTakeFirst()) !== undefined;
}

/** Returns the choices for a draft: exactly those that `GET types` offers this account. */
export async function choicesFor(
  read: Reader,
  account: Account,
  draft: Draft,
  types: CardTypes,
): Promise<NonNullable<FormState<unknown>['choices']>> {
  const offered: Partial<Record<ReferenceName, readonly Option[]>> = { ...types };
  for (const [, column, name] of COLUMNS) {
    const listed = types[name] ?? [];
    const value = String(draft[column] ?? '').trim();
    if (value === '' || listed.some(({ key }) => key === value)) continue;
    if (await isStored(read, account, column, value)) {
      offered[name] = [...listed, { key: value, value }];
    }
  }
  return (reference) => offered[reference] ?? [];
}
