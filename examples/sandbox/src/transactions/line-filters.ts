import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { productSql } from '../db/purchase-sums.ts';
import type { ListField } from '../lists/list-definition.ts';
import type { ListFilter } from '../lists/list-request.ts';
import { type Condition, lowered } from '../lists/match.ts';
import { namesMeant, textOnly } from '../lists/names-meant.ts';

/** Of a line `l`: that no invoice bills it. */
const UNBILLED = sql<SqlBool>`l.invoice_id is null`;

/** Of a line `l`: its canonical product, or a part of what it is called. */
function productOf({ field, match, value }: ListFilter): RawBuilder<SqlBool> {
  if (match === 'exact') return sql`${sql.raw(productSql('l'))} = ${value}`;
  const name = sql`lower(l.product_description)`;
  if (match === 'contains') return sql`instr(${name}, ${lowered(value)}) > 0`;
  if (match === 'begins') return sql`instr(${name}, ${lowered(value)}) = 1`;
  throw textOnly(field);
}

const BILLINGS = ['Unbilled', 'Billed'];

function billing(filter: ListFilter): Condition {
  const meant = namesMeant(BILLINGS, filter);
  if (meant.length !== 1) return sql<SqlBool>`1 = ${sql.lit(meant.length === 0 ? 0 : 1)}`;
  return meant[0] === 'Unbilled'
    ? sql<SqlBool>`transactions.id in (select l.transaction_id from transaction_lines l where ${UNBILLED})`
    : sql<SqlBool>`not exists (select 1 from transaction_lines l where l.transaction_id = transactions.id and ${UNBILLED})`;
}

const product = (filter: ListFilter): Condition =>
  sql<SqlBool>`exists (select 1 from transaction_lines l where l.transaction_id = transactions.id and ${productOf(filter)})`;

/** Filters of transactions by their lines: what was bought, and whether an invoice bills it. */
export const LINE_FILTERS: Readonly<Record<string, ListField>> = {
  billing: { column: 'billing', kind: 'text', condition: billing },
  txn_product: { column: 'txn_product', kind: 'text', condition: product },
};

/** SQL of the amount of a transaction's lines that match the filters by lines; undefined without such a filter. */
export function matchingLines(filters: readonly ListFilter[]): RawBuilder<string> | undefined {
  const products = filters.filter(({ field }) => field === 'txn_product');
  const billings = filters.filter(({ field }) => field === 'billing');
  if (products.length + billings.length === 0) return undefined;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (products.length > 0) {
    conditions.push(sql`(${sql.join(products.map(productOf), sql` or `)})`);
  }
  const meant = new Set(billings.flatMap((filter) => namesMeant(BILLINGS, filter)));
  if (billings.length > 0 && meant.size === 1) {
    conditions.push(meant.has('Unbilled') ? UNBILLED : sql`not (${UNBILLED})`);
  }
  const all = conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `);
  return sql`(select coalesce(sum(l.amount_minor), 0) from transaction_lines l
    where l.transaction_id = transactions.id and ${all})`;
}
