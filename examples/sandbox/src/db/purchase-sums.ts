import { TRUCK_CARE_PRODUCTS } from '@forecourt/core';
import { type Kysely, sql } from 'kysely';
import { recomputeParts } from './purchase-parts.ts';
import type { Schema } from './schema.ts';

/** Products that are measured; their lines that were typed in have no unit, but their currency's. */
const MEASURED = "('DIESEL', 'DIESEL_BIO', 'DYED', 'REEFER', 'GASOLINE', 'DEF')";

/** SQL of a line's product: the canonical one, or the provider's code for others. */
export const productSql = (line: string): string =>
  `case when ${line}.product <> '' then ${line}.product else ${line}.product_code end`;

/** SQL of a line's unit: L or USG, '' for what is counted. */
export const unitSql = (line: string, currency: string): string =>
  `case when ${line}.unit <> '' then ${line}.unit when ${line}.product not in ${MEASURED} then ''
    when ${currency} = 'USD' then 'USG' else 'L' end`;

/** SQL of what a line's volume cost without the markup, in 1/100,000,000, to compare with rates. */
export const costSql = (line: string): string =>
  `cast(${line}.quantity_e3 as bigint) * (${line}.billed_price_e5 - ${line}.markup_e5)`;

/** SQL of the sales taxes in a line's amount. */
export const taxesSql = (line: string): string =>
  ['gst', 'hst', 'pst', 'qst'].map((tax) => `${line}.${tax}_minor`).join(' + ');

/** SQL that adds an upsert's row to the one that is there; the columns have blanks between them. */
export const added = (columns: string): string =>
  columns
    .split(' ')
    .map((name) => `${name} = ${name} + excluded.${name}`)
    .join(', ');

/** What the sums of sales are by, and what they are of. */
export const SALES_KEY = 'company_id, month, company_name, province, currency, product, unit';
export const SALES_SUMS = 'lines, quantity_e3, amount_minor, taxes_minor';

/** SQL of a line's place in the sums of sales, as `SALES_KEY` says; `t` is its transaction. */
export const salesKeySql = (t: string, line: string): string =>
  `coalesce(${t}.company_id, 0), substr(${t}.txn_date, 1, 7), ${t}.company_name, ${t}.province, ${t}.currency,
    ${productSql(line)}, ${unitSql(line, `${t}.currency`)}`;

/** What Truck Care keeps of a purchase's lines of one product and unit; `line_id` is that of the first one. */
export const CARE_COLUMNS =
  'day, transaction_id, product, unit, company_id, company_name, unit_number, currency, line_id, quantity_e3, amount_minor';

/**
 * SQL of whether a line is of Truck Care. A migration has to recreate what is kept of its purchases if core's products
 * change.
 */
export const isCareSql = (line: string): string =>
  `${productSql(line)} in (${TRUCK_CARE_PRODUCTS.map(({ product }) => `'${product}'`).join(', ')})`;

/** SQL of what Truck Care keeps of lines `l`, of transactions `t`. */
export const careRowsSql = (from: string): string =>
  `select substr(t.txn_date, 1, 10), t.id, ${productSql('l')}, ${unitSql('l', 't.currency')}, t.company_id,
    t.company_name, t.unit_number, t.currency, min(l.id), sum(l.quantity_e3), sum(l.amount_minor)
  from ${from} and ${isCareSql('l')} group by t.id, 3, 4`;

/** Both scopes of a purchase: 0 for everybody's, and its company. */
export const SCOPES = '(select 0 as own union all select 1) k';
export const scopeSql = 'case k.own when 0 then 0 else t.company_id end';
export const scoped = '(k.own = 0 or t.company_id is not null)';

/** Which purchases an account sees: those of its company, or everybody's. */
export const scopeOf = ({ companyId }: { readonly companyId: number | null }): number =>
  companyId ?? 0;

/** SQL that adds up lines, given as a table or a query in parentheses, by day and product. */
export const productSumsSql = (lines: string): string =>
  `insert into product_sums (scope, day, currency, product, unit, quantity_e3, amount_minor, cost_e8)
    select ${scopeSql}, substr(t.txn_date, 1, 10), t.currency, ${productSql('l')}, ${unitSql('l', 't.currency')},
      sum(l.quantity_e3), sum(l.amount_minor), sum(${costSql('l')})
    from ${lines} l join transactions t on t.id = l.transaction_id cross join ${SCOPES}
    where ${scoped} group by 1, 2, 3, 4, 5`;

/** SQL that adds up lines as the sales report does. */
export const salesSumsSql = (lines: string): string =>
  `insert into sales_sums (${SALES_KEY}, ${SALES_SUMS})
    select ${salesKeySql('t', 'l')}, count(*), sum(l.quantity_e3), sum(l.amount_minor), sum(${taxesSql('l')})
    from ${lines} l join transactions t on t.id = l.transaction_id
    where 1 = 1 group by 1, 2, 3, 4, 5, 6, 7`;

/** SQL of what Truck Care keeps of lines. */
export const careSumsSql = (lines: string): string =>
  `insert into truck_care_purchases (${CARE_COLUMNS}) ${careRowsSql(
    `${lines} l join transactions t on t.id = l.transaction_id where 1 = 1`,
  )}`;

const EVERY_LINE = 'transaction_lines';

/** Tables whose content follows from other tables'. A copy of a database computes them anew, with `recomputeSums`. */
export const DERIVED_TABLES: ReadonlySet<string> = new Set([
  'purchase_sums',
  'product_sums',
  'sales_sums',
  'truck_care_purchases',
]);

type Database = Kysely<Schema> | Kysely<unknown>;

/** Computes all sums from the rows, in place of those that are kept, and the parts that searches use. */
export async function recomputeSums(db: Database): Promise<void> {
  await recomputeDaySums(db);
  await recomputeSalesSums(db);
  await recomputeCarePurchases(db);
  await recomputeParts(db);
}

/** Computes the sums of days from the rows. */
export async function recomputeDaySums(db: Database): Promise<void> {
  const any = db as Kysely<unknown>;
  await sql`delete from purchase_sums`.execute(any);
  await sql`delete from product_sums`.execute(any);
  await sql
    .raw(`insert into purchase_sums (scope, day, currency, purchases, amount_minor, unbilled_purchases, unbilled_minor)
    select ${scopeSql}, substr(t.txn_date, 1, 10), t.currency, count(*), sum(t.amount_minor), count(u.amount), coalesce(sum(u.amount), 0)
    from transactions t left join (select transaction_id, sum(amount_minor) as amount from transaction_lines
      where invoice_id is null group by transaction_id) u on u.transaction_id = t.id cross join ${SCOPES}
    where ${scoped} group by 1, 2, 3`)
    .execute(any);
  await sql.raw(productSumsSql(EVERY_LINE)).execute(any);
}

/** Computes the sums of sales from the rows. */
export async function recomputeSalesSums(db: Database): Promise<void> {
  const any = db as Kysely<unknown>;
  await sql`delete from sales_sums`.execute(any);
  await sql.raw(salesSumsSql(EVERY_LINE)).execute(any);
}

/** Computes what Truck Care adds up from the rows. */
export async function recomputeCarePurchases(db: Database): Promise<void> {
  const any = db as Kysely<unknown>;
  await sql`delete from truck_care_purchases`.execute(any);
  await sql.raw(careSumsSql(EVERY_LINE)).execute(any);
}
