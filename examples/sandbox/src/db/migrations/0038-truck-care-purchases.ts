import {
  CARE_COLUMNS,
  careRowsSql,
  isCareSql,
  productSql,
  recomputeCarePurchases,
  unitSql,
} from '../purchase-sums.ts';
import { EVENTS, triggerOn } from './0026-postgres-triggers.ts';
import { differ, trigger } from './0026-sqlite-triggers.ts';
import { keptTables } from './kept-table.ts';

const TABLE = `create table truck_care_purchases (day text not null, transaction_id bigint not null,
  product text not null, unit text not null, company_id bigint, company_name text not null, unit_number text not null,
  currency text not null, line_id bigint not null, quantity_e3 bigint not null, amount_minor bigint not null`;

/** A period is read as one part of SQLite's table, and by an index on PostgreSQL. */
const tableOf = (postgres: boolean): readonly string[] =>
  postgres
    ? [
        `${TABLE}, primary key (transaction_id, product, unit))`,
        'create index truck_care_purchases_by_day on truck_care_purchases (day)',
      ]
    : [`${TABLE}, primary key (day, transaction_id, product, unit)) without rowid`];

const enter = (rows: string): string =>
  `insert into truck_care_purchases (${CARE_COLUMNS}) ${rows}`;

/** Adds lines to those that their purchases have; a new line is never a purchase's first. */
const addLines = (rows: string, key: string): string =>
  `${enter(rows)} on conflict (${key}) do update set
    quantity_e3 = truck_care_purchases.quantity_e3 + excluded.quantity_e3,
    amount_minor = truck_care_purchases.amount_minor + excluded.amount_minor;`;

const JOINED = 'transactions t join transaction_lines l on l.transaction_id = t.id';

/** Computes anew what is kept of purchases, by SQL of their ids. */
const again = (ids: string): string => `${enter(careRowsSql(`${JOINED} where t.id in (${ids})`))};`;

const itsDays = (ids: string) =>
  `select substr(txn_date, 1, 10) from transactions where id in (${ids})`;
const forget = (ids: string, days: string): string =>
  `delete from truck_care_purchases where day in (${days}) and transaction_id in (${ids});`;

/** What is kept of a line. */
const KEPT = ['transaction_id', 'product', 'product_code', 'unit', 'quantity_e3', 'amount_minor'];

const BOTH = 'old.transaction_id, new.transaction_id';
const day = (t: string) => `substr(${t}.txn_date, 1, 10)`;

const SQLITE_TRIGGERS: readonly string[] = [
  trigger('care_new', `insert on transaction_lines when ${isCareSql('new')}`, [
    addLines(
      `select ${day('t')}, t.id, ${productSql('new')}, ${unitSql('new', 't.currency')}, t.company_id, t.company_name,
        t.unit_number, t.currency, new.id, new.quantity_e3, new.amount_minor
      from transactions t where t.id = new.transaction_id`,
      'day, transaction_id, product, unit',
    ),
  ]),
  trigger('care_gone', `delete on transaction_lines when ${isCareSql('old')}`, [
    forget('old.transaction_id', itsDays('old.transaction_id')),
    again('old.transaction_id'),
  ]),
  trigger(
    'care_changed',
    `update on transaction_lines
      when (${differ(KEPT.join(' '))})
        and (${isCareSql('old')} or ${isCareSql('new')})`,
    [forget(BOTH, itsDays(BOTH)), again(BOTH)],
  ),
  trigger(
    'care_moved',
    `update of company_id, company_name, unit_number, currency, txn_date on transactions
      when ${differ('company_id company_name unit_number currency')} or ${day('new')} <> ${day('old')}`,
    [forget('old.id', day('old')), again('new.id')],
  ),
  // Its lines go with it, when it is no longer there to say which day they are of.
  trigger('care_purchase_gone', 'delete on transactions', [forget('old.id', day('old'))]),
];

const remove = (ids: string): string =>
  `delete from truck_care_purchases where transaction_id in (${ids});`;

const anew = (ids: string): string => `${remove(ids)} ${again(ids)}`;

const kept = (l: string): string => KEPT.map((name) => `${l}.${name}`).join(', ');

/** The purchases of lines that changed in what is kept of them; most updates only bill lines. */
const CHANGED = `select x.transaction_id from old_rows o join new_rows n on n.id = o.id
  cross join lateral (values (o.transaction_id), (n.transaction_id)) as x (transaction_id)
  where (${kept('o')}) is distinct from (${kept('n')}) and (${isCareSql('o')} or ${isCareSql('n')})`;
const GONE = `select l.transaction_id from old_rows l where ${isCareSql('l')}`;

const NEW_LINES = addLines(
  careRowsSql(
    `(${EVENTS.insert.rows}) l join transactions t on t.id = l.transaction_id where 1 = 1`,
  ),
  'transaction_id, product, unit',
);

const MOVED = `select n.id from new_rows n join old_rows o on o.id = n.id
  where (n.company_id, n.company_name, n.unit_number, n.currency, ${day('n')})
    is distinct from (o.company_id, o.company_name, o.unit_number, o.currency, ${day('o')})`;

const POSTGRES_TRIGGERS: readonly string[] = [
  ...triggerOn('transactions', 'update', anew(MOVED), 'care'),
  ...triggerOn('transactions', 'delete', remove('select id from old_rows'), 'care'),
  ...triggerOn('transaction_lines', 'insert', NEW_LINES, 'care'),
  ...triggerOn('transaction_lines', 'delete', anew(GONE), 'care'),
  ...triggerOn('transaction_lines', 'update', anew(CHANGED), 'care'),
];

/** What Truck Care adds up of each purchase, by day (SHELL-11): a narrow copy of a quarter of the lines. */
export const truckCarePurchases = keptTables({
  names: ['truck_care_purchases'],
  created: tableOf,
  recompute: recomputeCarePurchases,
  sqlite: SQLITE_TRIGGERS,
  postgres: POSTGRES_TRIGGERS,
});
