import { costSql, productSql, unitSql } from '../purchase-sums.ts';

const DAY = 'substr(t.txn_date, 1, 10)';
/** `t` is a transaction: everybody's sums, and its company's. */
const SCOPES = `cross join lateral (select 0::bigint as scope
  union all select t.company_id where t.company_id is not null) s`;
const INTO_PURCHASES =
  'insert into purchase_sums (scope, day, currency, purchases, amount_minor, unbilled_purchases, unbilled_minor)';
const INTO_PRODUCTS =
  'insert into product_sums (scope, day, currency, product, unit, quantity_e3, amount_minor, cost_e8)';

export const EVENTS = {
  insert: { rows: 'select 1 as sign, n.* from new_rows n', tables: 'new table as new_rows' },
  delete: { rows: 'select -1 as sign, o.* from old_rows o', tables: 'old table as old_rows' },
  update: {
    rows: 'select 1 as sign, n.* from new_rows n union all select -1 as sign, o.* from old_rows o',
    tables: 'old table as old_rows new table as new_rows',
  },
} as const;
export type Event = keyof typeof EVENTS;

/** What a statement adds to the sums of transactions. */
const ofPurchases = (event: Event) => `
  ${INTO_PURCHASES}
  select s.scope, ${DAY}, t.currency, sum(t.sign), sum(t.sign * t.amount_minor), 0, 0
  from (${EVENTS[event].rows}) t ${SCOPES}
  group by 1, 2, 3 having sum(t.sign) <> 0 or sum(t.sign * t.amount_minor) <> 0;`;

const productRows = (from: string) => `
  select s.scope, ${DAY}, t.currency, ${productSql('l')}, ${unitSql('l', 't.currency')},
    sum(l.sign * l.quantity_e3), sum(l.sign * l.amount_minor), sum(l.sign * ${costSql('l')})
  from ${from} ${SCOPES} group by 1, 2, 3, 4, 5
  having sum(l.sign * l.quantity_e3) <> 0 or sum(l.sign * l.amount_minor) <> 0 or sum(l.sign * ${costSql('l')}) <> 0`;

/** The lines of transactions that are another company's, day's or currency's now. */
const MOVED = `
  with moved as (
    select v.* from new_rows n join old_rows o on o.id = n.id
    cross join lateral (values (-1, o.id, o.company_id, o.txn_date, o.currency), (1, n.id, n.company_id, n.txn_date, n.currency))
      as v (sign, id, company_id, txn_date, currency)
    where n.company_id is distinct from o.company_id or n.currency <> o.currency
      or substr(n.txn_date, 1, 10) <> substr(o.txn_date, 1, 10)
  ), products as (
    ${INTO_PRODUCTS}
    ${productRows('(select x.*, m.sign, m.id as moved_id from moved m join transaction_lines x on x.transaction_id = m.id) l join moved t on t.id = l.moved_id and t.sign = l.sign')}
  )
  ${INTO_PURCHASES}
  select s.scope, ${DAY}, t.currency, 0, 0, sum(t.sign), sum(t.sign * u.amount)
  from moved t join lateral (select sum(amount_minor) as amount from transaction_lines
    where transaction_id = t.id and invoice_id is null having count(*) > 0) u on true ${SCOPES}
  group by 1, 2, 3;`;

/** What a statement adds to the sums of lines. A purchase is unbilled once, however many of its lines are. */
const ofLines = (event: Event) => `
  with l as (${EVENTS[event].rows}), products as (
    ${INTO_PRODUCTS} ${productRows('l join transactions t on t.id = l.transaction_id')}
  ), waiting as (
    select transaction_id, sum(sign) as lines, sum(sign * amount_minor) as amount
    from l where invoice_id is null group by 1 having sum(sign) <> 0 or sum(sign * amount_minor) <> 0
  ), counted as (
    select w.*, (select count(*) from transaction_lines x
      where x.transaction_id = w.transaction_id and x.invoice_id is null) as now
    from waiting w
  )
  ${INTO_PURCHASES}
  select s.scope, ${DAY}, t.currency, 0, 0,
    sum((w.now > 0)::integer - (w.now - w.lines > 0)::integer), sum(w.amount)
  from counted w join transactions t on t.id = w.transaction_id ${SCOPES} group by 1, 2, 3;`;

/** The function and the trigger of one kind of statement, called 'KIND_TABLE_EVENT'. */
export function triggerOn(
  table: string,
  event: Event,
  body: string,
  kind = 'sums',
): readonly string[] {
  const name = `${kind}_${table}_${event}`;
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `drop trigger if exists ${name} on ${table}`,
    `create trigger ${name} after ${event} on ${table} referencing ${EVENTS[event].tables}
      for each statement execute function ${name}()`,
  ];
}

/**
 * Add to the sums after each statement. They only insert: two transactions never wait for each other's sums, nor are
 * they undone because of them. `compactSums` adds up what has gathered.
 */
export const POSTGRES_TRIGGERS: readonly string[] = [
  ...triggerOn('transactions', 'insert', ofPurchases('insert')),
  ...triggerOn('transactions', 'delete', ofPurchases('delete')),
  ...triggerOn('transactions', 'update', `${ofPurchases('update')} ${MOVED}`),
  ...triggerOn('transaction_lines', 'insert', ofLines('insert')),
  ...triggerOn('transaction_lines', 'delete', ofLines('delete')),
  ...triggerOn('transaction_lines', 'update', ofLines('update')),
];
