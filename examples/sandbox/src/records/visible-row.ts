import type { Selectable } from 'kysely';
import type { Account } from '../auth/account.ts';
import type { Schema, TableName } from '../db/schema.ts';
import type { Reader, Writer } from '../db/store.ts';
import { notFound } from '../http/problem.ts';
import type { ListDefinition } from '../lists/list-definition.ts';

/** Any table or view with these columns; Kysely's types need one of them by name. */
type Owned = 'cards';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the row with that id, within the account's company if it has one. Throws a 404, also for text that is no id:
 * 'Card 12 was not found.'
 */
export async function visibleRow<T extends TableName>(
  read: Reader | Writer,
  { table }: Pick<ListDefinition<T>, 'table'>,
  { companyId }: Pick<Account, 'companyId'>,
  id: string | number,
  noun: string,
): Promise<Selectable<Schema[T]>> {
  const all = read.selectFrom(table as Owned).selectAll();
  const own = companyId === null ? all : all.where('company_id', '=', companyId);
  const row = /^\d{1,15}$/.test(String(id))
    ? await own.where('id', '=', Number(id)).executeTakeFirst()
    : undefined;
  if (!row) throw notFound(`${capital(noun)} ${id}`);
  return row as unknown as Selectable<Schema[T]>;
}
