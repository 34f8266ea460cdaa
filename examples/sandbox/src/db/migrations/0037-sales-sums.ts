import {
  added,
  recomputeSalesSums,
  SALES_KEY,
  SALES_SUMS,
  salesKeySql,
  taxesSql,
} from '../purchase-sums.ts';
import { EVENTS, type Event, triggerOn } from './0026-postgres-triggers.ts';
import { differ, trigger } from './0026-sqlite-triggers.ts';
import { keptTables } from './kept-table.ts';

const TABLE = `create table sales_sums (company_id bigint not null, month text not null, company_name text not null,
  province text not null, currency text not null, product text not null, unit text not null,
  lines bigint not null, quantity_e3 bigint not null, amount_minor bigint not null, taxes_minor bigint not null`;

/** SQLite has one row for each sum; PostgreSQL has several to add up. */
const tableOf = (postgres: boolean): readonly string[] =>
  postgres
    ? [`${TABLE})`, 'create index sales_sums_by_company_id_month on sales_sums (company_id, month)']
    : [`${TABLE}, primary key (${SALES_KEY})) without rowid`];

/** A row of one line, or of the lines of a transaction that changed. */
const into = (rows: string) =>
  `insert into sales_sums (${SALES_KEY}, ${SALES_SUMS}) ${rows}
    on conflict (${SALES_KEY}) do update set ${added(SALES_SUMS.replaceAll(',', ''))};`;

const sale = (l: string, sign: number) =>
  into(`select ${salesKeySql('t', l)}, ${sign}, ${sign} * ${l}.quantity_e3, ${sign} * ${l}.amount_minor,
    ${sign} * (${taxesSql(l)}) from transactions t where t.id = ${l}.transaction_id`);

const itsSales = (t: string, sign: number) =>
  into(`select ${salesKeySql(t, 'l')}, ${sign} * count(*), ${sign} * sum(l.quantity_e3),
    ${sign} * sum(l.amount_minor), ${sign} * sum(${taxesSql('l')})
    from transaction_lines l where l.transaction_id = ${t}.id group by 1, 2, 3, 4, 5, 6, 7`);

const SQLITE_TRIGGERS: readonly string[] = [
  trigger('sale_new', 'insert on transaction_lines', [sale('new', 1)]),
  trigger('sale_gone', 'delete on transaction_lines', [sale('old', -1)]),
  trigger(
    'sale_changed',
    `update on transaction_lines when ${differ('transaction_id product product_code unit quantity_e3 amount_minor gst_minor hst_minor pst_minor qst_minor')}`,
    [sale('old', -1), sale('new', 1)],
  ),
  trigger(
    'sale_moved',
    `update of company_id, company_name, currency, province, txn_date on transactions
      when ${differ('company_id company_name currency province')} or substr(new.txn_date, 1, 7) <> substr(old.txn_date, 1, 7)`,
    [itsSales('old', -1), itsSales('new', 1)],
  ),
];

const intoOnPostgres = (from: string) => `
  insert into sales_sums (${SALES_KEY}, ${SALES_SUMS})
  select ${salesKeySql('t', 'l')}, sum(l.sign), sum(l.sign * l.quantity_e3), sum(l.sign * l.amount_minor),
    sum(l.sign * (${taxesSql('l')})) from ${from} group by 1, 2, 3, 4, 5, 6, 7
  having sum(l.sign) <> 0 or sum(l.sign * l.quantity_e3) <> 0 or sum(l.sign * l.amount_minor) <> 0
    or sum(l.sign * (${taxesSql('l')})) <> 0;`;

const ofLines = (event: Event) =>
  intoOnPostgres(`(${EVENTS[event].rows}) l join transactions t on t.id = l.transaction_id`);

/** The lines of transactions that are another customer's, month's, province's or currency's now. */
const MOVED = intoOnPostgres(`(select v.* from new_rows n join old_rows o on o.id = n.id
    cross join lateral (values (-1, o.id, o.company_id, o.company_name, o.txn_date, o.province, o.currency),
      (1, n.id, n.company_id, n.company_name, n.txn_date, n.province, n.currency))
      as v (sign, id, company_id, company_name, txn_date, province, currency)
    where (n.company_id, n.company_name, substr(n.txn_date, 1, 7), n.province, n.currency)
      is distinct from (o.company_id, o.company_name, substr(o.txn_date, 1, 7), o.province, o.currency)) t
  cross join lateral (select t.sign, x.* from transaction_lines x where x.transaction_id = t.id) l`);

const POSTGRES_TRIGGERS: readonly string[] = [
  ...triggerOn('transactions', 'update', MOVED, 'sales'),
  ...triggerOn('transaction_lines', 'insert', ofLines('insert'), 'sales'),
  ...triggerOn('transaction_lines', 'delete', ofLines('delete'), 'sales'),
  ...triggerOn('transaction_lines', 'update', ofLines('update'), 'sales'),
];

/** Sums of each month by customer, province, currency, product and unit: what the sales report adds up (REP-01). */
export const salesSums = keptTables({
  names: ['sales_sums'],
  created: tableOf,
  recompute: recomputeSalesSums,
  sqlite: SQLITE_TRIGGERS,
  postgres: POSTGRES_TRIGGERS,
});
