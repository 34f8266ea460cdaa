import { NEW_PARTS } from '../purchase-parts.ts';
import {
  added,
  careSumsSql,
  productSumsSql,
  SALES_KEY,
  SALES_SUMS,
  SCOPES,
  salesSumsSql,
  scoped,
  scopeSql,
} from '../purchase-sums.ts';
import type { TableName } from '../schema.ts';

/** What the triggers of new rows add to the sums row by row, for all rows whose ids follow `?1`. */

const merged = (key: string, sums: string): string =>
  ` on conflict (${key}) do update set ${added(sums.replaceAll(',', ''))}`;

const PURCHASE_SUMS = 'purchases, amount_minor, unbilled_purchases, unbilled_minor';
const intoPurchases = (rows: string): string =>
  `insert into purchase_sums (scope, day, currency, ${PURCHASE_SUMS})
    select ${scopeSql}, substr(t.txn_date, 1, 10), t.currency, ${rows} and ${scoped} group by 1, 2, 3
    ${merged('scope, day, currency', PURCHASE_SUMS)}`;

/** A purchase is unbilled once, however many of its lines are. A plus keeps the planner from that column's index. */
const UNBILLED = `(select n.transaction_id, sum(n.amount_minor) as amount,
    not exists (select 1 from transaction_lines o where o.transaction_id = n.transaction_id
      and +o.invoice_id is null and +o.id <= ?1) as first
  from transaction_lines n not indexed where n.id > ?1 and n.invoice_id is null group by n.transaction_id) u`;

// The planner would rather walk a whole index in the order of the groups.
const NEW_LINES = '(select * from transaction_lines not indexed where id > ?1)';

/** Statements to run after a batch of rows was inserted without `NEW_ROW_TRIGGERS`. */
export const BATCH_SUMS: Partial<Record<TableName, readonly string[]>> = {
  transactions: [
    intoPurchases(
      `count(*), sum(t.amount_minor), 0, 0 from transactions t not indexed cross join ${SCOPES} where t.id > ?1`,
    ),
    NEW_PARTS,
  ],
  transaction_lines: [
    productSumsSql(NEW_LINES) +
      merged('scope, day, currency, product, unit', 'quantity_e3, amount_minor, cost_e8'),
    intoPurchases(`0, 0, sum(u.first), sum(u.amount)
      from ${UNBILLED} join transactions t on t.id = u.transaction_id cross join ${SCOPES} where 1 = 1`),
    salesSumsSql(NEW_LINES) + merged(SALES_KEY, SALES_SUMS),
    careSumsSql(NEW_LINES) +
      merged('day, transaction_id, product, unit', 'quantity_e3, amount_minor'),
  ],
};

/** The triggers that do the same row by row. */
export const NEW_ROW_TRIGGERS: readonly string[] = [
  'sums_purchase_new',
  'sums_line_new',
  'sums_sale_new',
  'sums_care_new',
  'parts_new',
];
