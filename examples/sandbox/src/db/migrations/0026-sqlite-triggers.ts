import { added, costSql, productSql, unitSql } from '../purchase-sums.ts';

const K = '(select 0 as own union all select 1) k';
const day = (t: string) => `substr(${t}.txn_date, 1, 10)`;
const scope = (t: string) => `case k.own when 0 then 0 else ${t}.company_id end`;
const scoped = (t: string) => `(k.own = 0 or ${t}.company_id is not null)`;

const intoPurchases = (rows: string) =>
  `insert into purchase_sums (scope, day, currency, purchases, amount_minor, unbilled_purchases, unbilled_minor)
    ${rows} on conflict (scope, day, currency) do update set
    ${added('purchases amount_minor unbilled_purchases unbilled_minor')};`;
const intoProducts = (rows: string) =>
  `insert into product_sums (scope, day, currency, product, unit, quantity_e3, amount_minor, cost_e8)
    ${rows} on conflict (scope, day, currency, product, unit) do update set
    ${added('quantity_e3 amount_minor cost_e8')};`;

/** A transaction itself. `t` is NEW or OLD, and `sign` 1 or -1. */
const purchase = (t: string, sign: number) =>
  intoPurchases(`select ${scope(t)}, ${day(t)}, ${t}.currency, ${sign}, ${sign} * ${t}.amount_minor, 0, 0
    from ${K} where ${scoped(t)}`);

/** All lines of a transaction, which is another company's, day's or currency's now. */
const itsLines = (
  t: string,
  sign: number,
) => `${intoPurchases(`select ${scope(t)}, ${day(t)}, ${t}.currency,
    0, 0, ${sign}, ${sign} * u.amount from (select sum(amount_minor) as amount from transaction_lines
    where transaction_id = ${t}.id and invoice_id is null having count(*) > 0) u, ${K} where ${scoped(t)}`)}
  ${intoProducts(`select ${scope(t)}, ${day(t)}, ${t}.currency, ${productSql('l')}, ${unitSql('l', `${t}.currency`)},
    ${sign} * sum(l.quantity_e3), ${sign} * sum(l.amount_minor), ${sign} * sum(${costSql('l')})
    from transaction_lines l, ${K} where l.transaction_id = ${t}.id and ${scoped(t)} group by 1, 2, 3, 4, 5`)}`;

/** A line's product. */
const product = (l: string, sign: number) =>
  intoProducts(`select ${scope('t')}, ${day('t')}, t.currency, ${productSql(l)}, ${unitSql(l, 't.currency')},
    ${sign} * ${l}.quantity_e3, ${sign} * ${l}.amount_minor, ${sign} * ${costSql(l)}
    from transactions t, ${K} where t.id = ${l}.transaction_id and ${scoped('t')}`);

/** A line that is unbilled; its purchase counts once, however many of its lines are. */
const unbilled = (l: string, sign: number) =>
  intoPurchases(`select ${scope('t')}, ${day('t')}, t.currency, 0, 0,
    ${sign} * not exists (select 1 from transaction_lines o where o.transaction_id = ${l}.transaction_id
      and o.invoice_id is null and o.id <> ${l}.id), ${sign} * ${l}.amount_minor
    from transactions t, ${K} where t.id = ${l}.transaction_id and ${l}.invoice_id is null and ${scoped('t')}`);

export const differ = (columns: string) =>
  columns
    .split(' ')
    .map((name) => `new.${name} is not old.${name}`)
    .join(' or ');
const MOVED = `new.company_id is not old.company_id or new.currency <> old.currency
  or substr(new.txn_date, 1, 10) <> substr(old.txn_date, 1, 10)`;

export const trigger = (name: string, when: string, statements: readonly string[]) =>
  `create trigger sums_${name} after ${when} begin ${statements.join('\n')} end`;

/** Keep the sums with each row. SQLite has one writer, so that a sum is one row. */
export const SQLITE_TRIGGERS: readonly string[] = [
  trigger('purchase_new', 'insert on transactions', [purchase('new', 1)]),
  trigger('purchase_gone', 'delete on transactions', [purchase('old', -1)]),
  trigger(
    'purchase_changed',
    `update of company_id, currency, txn_date, amount_minor on transactions
      when new.amount_minor <> old.amount_minor or ${MOVED}`,
    [purchase('old', -1), purchase('new', 1)],
  ),
  trigger(
    'purchase_moved',
    `update of company_id, currency, txn_date on transactions when ${MOVED}`,
    [itsLines('old', -1), itsLines('new', 1)],
  ),
  trigger('line_new', 'insert on transaction_lines', [product('new', 1), unbilled('new', 1)]),
  trigger('line_gone', 'delete on transaction_lines', [product('old', -1), unbilled('old', -1)]),
  trigger(
    'line_changed',
    `update on transaction_lines when ${differ('transaction_id product product_code unit quantity_e3 amount_minor billed_price_e5 markup_e5')}`,
    [product('old', -1), product('new', 1)],
  ),
  trigger(
    'line_billed',
    `update on transaction_lines when ${differ('transaction_id invoice_id amount_minor')}`,
    [unbilled('old', -1), unbilled('new', 1)],
  ),
];
