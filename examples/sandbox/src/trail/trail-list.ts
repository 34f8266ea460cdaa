import { type Action, can, RESOURCES, TRAIL_RESULTS } from '@forecourt/core';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Account } from '../auth/account.ts';
import { badRequest } from '../http/problem.ts';
import { hiddenStatuses } from '../invoices/invoice-wire.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';
import type { ListFilter } from '../lists/list-request.ts';
import { namesMeant } from '../lists/names-meant.ts';

/** What an account must be allowed to do to read about a resource's records; `{name}.list` for those of the registry. */
const readBy = (): Readonly<Record<string, Action>> => ({
  ...Object.fromEntries(
    RESOURCES.filter(({ name }) => name !== 'trail').map(({ name }) => [
      name,
      `${name}.list` as Action,
    ]),
  ),
  imports: 'transactions.import-lookup',
  nights: 'transactions.import-lookup',
  attachments: 'transactions.attachments',
  reports: 'reports.generate',
  session: 'users.list',
  profile: 'users.list',
  audit: 'audit.list',
});

/** Whether the account reads the whole trail: staff with read on users, as in the audit trail (ACC-04, AUTH-13). */
const readsAll = (account: Account): boolean => can(account.access, 'audit.list').allowed;

/**
 * Leaves a customer the events of invoices that it sees, from the one that issued them on (decision 39). An invoice that
 * is a Draft again, or void, is hidden with its payments.
 */
function ofSeenInvoices(account: Account): RawBuilder<SqlBool> {
  const statuses = hiddenStatuses(account);
  if (statuses.length === 0) return sql`1 = 1`;
  const hidden = sql`in (${sql.join(statuses)})`;
  return sql`invoice_status not ${hidden}
    and (resource <> 'invoices' or record_id not in (
      select invoice_number from invoices where status ${hidden}
      union select cast(id as text) from invoices where status ${hidden}))
    and (resource <> 'payments' or record_id not in (
      select cast(payments.id as text) from payments
        inner join invoices on invoices.id = payments.invoice_id where invoices.status ${hidden}))`;
}

/**
 * Which events an account sees (SHELL-14): its own actions, and those on records that it may read; of its company alone, if
 * it has one or acts for one. What was refused is for those who read the whole trail: it may name records that others must not
 * learn about.
 */
function visibleEvents(account: Account): RawBuilder<SqlBool> | undefined {
  if (readsAll(account)) return undefined;
  const { companyId } = account;
  const ofCompany =
    companyId === null
      ? sql`1 = 1`
      : sql`(company_id = ${companyId} or left_company_id = ${companyId})`;
  const readable = Object.entries(readBy())
    .filter(([, action]) => can(account.access, action).allowed)
    .map(([resource]) => sql.lit(resource));
  const about = readable.length === 0 ? sql`1 = 0` : sql`resource in (${sql.join(readable)})`;
  // On the company, and about its cards.
  const assigned = sql.lit(can(account.access, 'cards.list').allowed ? 'cards.assign' : '');
  return sql<SqlBool>`(${ofCompany} and kind <> 'Refusal' and (actor_id = ${account.userId} or ${about} or action = ${assigned})
    and ${ofSeenInvoices(account)})`;
}

/** Columns with the number that people know a record by, where the trail has its id. */
const NUMBERS: Readonly<Record<string, readonly [table: string, column: string]>> = {
  cards: ['cards', 'card_number'],
  transactions: ['transactions', 'authentication_id'],
  users: ['users', 'profileid'],
};

/** Shorter numbers are ids; longer ones are numbers of cards and the like. */
const ID = /^\d{1,14}$/;
const withId = (id: string) => sql`id = cast(${id} as bigint)`;

/** Names of resources and their singular: 'cards', 'card'. */
const names = () =>
  new Map([
    ...RESOURCES.flatMap(({ name, noun }) => [
      [name, name],
      [noun[0], name],
    ]),
    ['imports', 'imports'],
    ['import', 'imports'],
    ['nights', 'nights'],
    ['night', 'nights'],
    ['session', 'session'],
  ] as [string, string][]);

/** Returns the ids by which the trail may know the record, as a subquery of texts. */
function knownAs(resource: string, id: string): RawBuilder<unknown> {
  const own = sql`select cast(${id} as text) as id`;
  if (resource === 'invoices' && ID.test(id)) {
    return sql`${own} union select invoice_number from invoices where ${withId(id)}`;
  }
  const [table, column] = ID.test(id) ? [] : (NUMBERS[resource] ?? []);
  if (!table || !column) return own;
  return sql`${own} union select cast(id as text) from ${sql.table(table)} where ${sql.ref(column)} = ${id}`;
}

/** The import that a purchase is from. */
function importOf(id: string): RawBuilder<unknown> {
  const which = ID.test(id) ? withId(id) : sql`authentication_id = ${id}`;
  return sql`union select made.id from audit as made where made.resource = 'imports' and made.record_id in (
    select cast(import_id as text) from transactions where import_id is not null and ${which})`;
}

/** Without those from whose match a former company could infer where its card went. */
const withoutMovesAway = ({ companyId }: Account): RawBuilder<SqlBool> =>
  companyId === null
    ? sql`1 = 1`
    : sql`(left_company_id is null or left_company_id <> ${companyId})`;

/**
 * The events of one record: those on it, those on others that name it (the payments of an invoice), and the import that a
 * purchase is from. `cards:15`, or its number: `card:7076850000000012`.
 */
function ofRecord(filter: ListFilter, account: Account): RawBuilder<SqlBool> {
  const { match, value } = filter;
  const readable = withoutMovesAway(account);
  if (match === 'contains' || match === 'begins') {
    const found = sql`instr(resource || ':' || record_id, ${value.toLowerCase()})`;
    return match === 'begins'
      ? sql<SqlBool>`(${found} = 1 and ${readable})`
      : sql<SqlBool>`(${found} > 0 and ${readable})`;
  }
  const [, kind = '', id = ''] = /^([a-z]+):(.+)$/s.exec(value.trim()) ?? [];
  const resource = names().get(kind);
  if (!resource || match !== 'exact') {
    throw badRequest(
      `record is compared with a kind and an id, such as card:15, not with "${value}".`,
      '/filter/record',
    );
  }
  const others = resource === 'companies' && account.companyId !== null;
  if (others && id !== String(account.companyId)) return sql<SqlBool>`1 = 0`;
  const ids = knownAs(resource, id);
  return sql<SqlBool>`audit.id in (
    select own.id from audit as own where own.resource = ${resource} and own.record_id in (${ids})
    union select audit_id from audit_records
      where record in (select ${`${resource}:`} || known.id from (${ids}) as known)
    ${resource === 'transactions' ? importOf(id) : sql``})`;
}

/** Whether the event's values have a part, as JSON: in a text, quotes would be escaped. */
const has = (part: string) => sql`instr(changes, ${part}) > 0`;

/** Core's `resultOf` in SQL. */
const RESULT = sql`case
  when action like 'refused.%' or action like '%.refused' then 'Refused'
  when action like '%.failed' then 'Failed'
  when ${has('"result":"unconfirmed"')} then 'Unconfirmed'
  when ${has('"result":"failed"')} then 'Failed'
  when action = 'nights.hand-in' and (${has('"exit_code":6,')} or ${has('"exit_code":6}')}) then 'Partly'
  when action = 'nights.hand-in' and not (${has('"exit_code":0,')} or ${has('"exit_code":0}')}) then 'Failed'
  when action <> 'nights.hand-in' and ${has('"rejected":')}
    and not (${has('"rejected":0,')} or ${has('"rejected":0}')} or ${has('"rejected":[]')}) then 'Partly'
  else 'Done' end`;

/** How an action ended. */
function ofResult(filter: ListFilter): RawBuilder<SqlBool> {
  const meant = namesMeant(
    TRAIL_RESULTS.map(({ value }) => value),
    filter,
  );
  return meant.length === 0 ? sql`1 = 0` : sql`${RESULT} in (${sql.join(meant)})`;
}

/** The trail as people read it: the rows of `audit`, newest first. */
export const TRAIL_LIST: ListDefinition<'audit'> = {
  table: 'audit',
  fields: {
    ...fieldsOf({ text: 'kind actor acting_as', instant: 'at' }),
    record: { column: 'record_id', kind: 'text', condition: ofRecord },
    result: { column: 'changes', kind: 'text', condition: ofResult },
  },
  dateField: 'at',
  order: { field: 'at', direction: 'desc' },
  // By its own condition: an event may be of two companies.
  scoped: false,
  visible: visibleEvents,
  words: ['kind', 'actor', 'acting_as'],
};
