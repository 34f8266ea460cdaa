import { isDay, type Markup, markups } from '@forecourt/core';
import * as z from 'zod/mini';
import { SCALES, toUnits } from '../amounts.ts';
import type { Actor } from '../audit/audit.ts';
import type { Account } from '../auth/account.ts';
import type { Writer } from '../db/store.ts';
import { formOf, issuesOf, refuseField, refuseIssues } from '../forms/sent-record.ts';
import type { Body } from '../records/crud-routes.ts';
import { visibleRow } from '../records/visible-row.ts';
import { MARKUP_LIST, type MarkupRow, type presentMarkup } from './markup-wire.ts';

const form = formOf(markups);
const STATUSES = ['ACTIVE', 'INACTIVE'];

/** Returns a number or text of the body as text. Throws a 422 for anything else. */
function textIn(body: Body, name: string): string {
  const value = body[name] ?? '';
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  throw refuseField(`/${name}`, 'It must be text or a number.');
}

const idIn = (body: Body, name: string): number => {
  const text = textIn(body, name);
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
};

async function providerOf(tx: Writer, body: Body, name: string) {
  const provider = await tx
    .selectFrom('provider_companies')
    .select(['id', 'ref'])
    .where('id', '=', idIn(body, name))
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  if (!provider) throw refuseField(`/${name}`, 'There is no fuel company of that id.');
  return provider;
}

/** Returns the customer, which must be of the company that was sent with it, if any. */
async function customerOf(tx: Writer, { companyId }: Account, body: Body) {
  const customer = await tx
    .selectFrom('customers')
    .select(['id', 'company_id'])
    .where('id', '=', idIn(body, 'customer_id'))
    .where('company_id', 'is not', null)
    .executeTakeFirst();
  if (!customer || (companyId !== null && customer.company_id !== companyId)) {
    throw refuseField('/customer_id', 'There is no customer of that id.');
  }
  const company = textIn(body, 'eob_customer_company_id');
  if (company !== '' && company !== String(customer.company_id)) {
    throw refuseField('/eob_customer_company_id', 'The customer is of another company.');
  }
  return customer;
}

/** A company has one markup for each fuel company. Throws a 422. */
async function refuseSecond(
  tx: Writer,
  pair: { readonly company: number | null; readonly provider: number; readonly own?: number },
  pointer: string,
): Promise<void> {
  const known = await tx
    .selectFrom('markups')
    .select('id')
    .where('company_id', '=', pair.company)
    .where('provider_company_id', '=', pair.provider)
    .executeTakeFirst();
  if (!known || known.id === pair.own) return;
  throw refuseField(
    pointer,
    'The company has a markup for this fuel company already. Change that.',
  );
}

/** YYYY-MM-DD, or '' for no limit. */
function dayIn(body: Body, name: string): string {
  const day = textIn(body, name);
  if (day === '' || isDay(day)) return day;
  throw refuseField(`/${name}`, 'It must be a day written YYYY-MM-DD, or empty.');
}

/** Core's rules for what was sent under these names (MARK-02). */
function check(body: Body, names: Readonly<Record<string, string>>, detail?: Markup): void {
  const sent = Object.entries(names).map(([field, name]) => [field, textIn(body, name)]);
  const draft = { ...form.draft(detail), ...Object.fromEntries(sent) };
  const mode = detail ? 'edit' : 'create';
  refuseIssues(issuesOf(form, { mode, draft, detail }), (name) => `/${names[name] ?? name}`);
}

const valueIn = (body: Body, name: string): number => toUnits(textIn(body, name), SCALES.rate);

/** Creates a markup (MARK-03). */
export async function createMarkup(tx: Writer, actor: Actor, body: Body): Promise<MarkupRow> {
  check(body, {
    company_name: 'customer_id',
    fuel_company_provider: 'fuel_company_id',
    mark_up_value: 'markup_value',
  });
  const customer = await customerOf(tx, actor.account, body);
  const provider = await providerOf(tx, body, 'fuel_company_id');
  const parent = textIn(body, 'eob_parent_company_id');
  if (parent !== '' && parent !== provider.ref) {
    throw refuseField('/eob_parent_company_id', 'It is not the reference of this fuel company.');
  }
  const status = textIn(body, 'status') || 'ACTIVE';
  if (!STATUSES.includes(status)) {
    throw refuseField('/status', `It must be ${STATUSES.join(' or ')}.`);
  }
  const pair = { company: customer.company_id, provider: provider.id };
  await refuseSecond(tx, pair, '/fuel_company_id');
  const { id } = await tx
    .insertInto('markups')
    .values({
      customer_id: customer.id,
      company_id: customer.company_id,
      provider_company_id: provider.id,
      value_e4: valueIn(body, 'markup_value'),
      from_date: dayIn(body, 'from_date'),
      to_date: dayIn(body, 'to_date'),
      status,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return visibleRow(tx, MARKUP_LIST, actor.account, id, 'markup');
}

/** The name of a value in a change: that of the contract, or the record's own, if only that was sent. */
const nameIn = (sent: Body, name: string, own: string): string =>
  own in sent && !(name in sent) ? own : name;

/** Changes what was sent of a markup's value and fuel company; its company stays (MARK-02). */
export async function updateMarkup(
  tx: Writer,
  { account }: Actor,
  before: ReturnType<typeof presentMarkup>,
  sent: Body,
): Promise<MarkupRow> {
  const own = before.fuel_company_provider_id;
  // A client may send the whole record back, by the names that it was read with.
  const company = nameIn(sent, 'fuelCompanyProviderId', 'fuel_company_provider_id');
  const value = nameIn(sent, 'markupValue', 'mark_up_value');
  const body: Body = { [company]: own, [value]: before.mark_up_value, ...sent };
  const names = { fuel_company_provider: company, mark_up_value: value };
  check(body, names, z.parse(markups.schema, before));
  // Its own fuel company may have been closed since.
  const isKept = idIn(body, company) === own;
  const provider = isKept ? { id: own } : await providerOf(tx, body, company);
  const pair = { company: before.customer_company_id, provider: provider.id, own: before.id };
  await refuseSecond(tx, pair, `/${company}`);
  await tx
    .updateTable('markups')
    .set({ provider_company_id: provider.id, value_e4: valueIn(body, value) })
    .where('id', '=', before.id)
    .execute();
  return visibleRow(tx, MARKUP_LIST, account, before.id, 'markup');
}
