import { type RawBuilder, sql } from 'kysely';
import { SALES_KEY } from '../db/purchase-sums.ts';
import type { Store } from '../db/store.ts';

const SALES = sql.raw(SALES_KEY);

/** Rows of the last days from which adding them up first is worth it. */
const MANY = 20_000;

/** Adds up the rows of each sum that have gathered on PostgreSQL; writers go on meanwhile. */
export async function compactSums(store: Store): Promise<void> {
  await store.write(
    async (tx) => {
      await sql`with gone as (delete from purchase_sums returning *)
        insert into purchase_sums (scope, day, currency, purchases, amount_minor, unbilled_purchases, unbilled_minor)
        select scope, day, currency, sum(purchases), sum(amount_minor), sum(unbilled_purchases), sum(unbilled_minor)
        from gone group by 1, 2, 3
        having sum(purchases) <> 0 or sum(amount_minor) <> 0 or sum(unbilled_purchases) <> 0 or sum(unbilled_minor) <> 0`.execute(
        tx,
      );
      await sql`with gone as (delete from product_sums returning *)
        insert into product_sums (scope, day, currency, product, unit, quantity_e3, amount_minor, cost_e8)
        select scope, day, currency, product, unit, sum(quantity_e3), sum(amount_minor), sum(cost_e8)
        from gone group by 1, 2, 3, 4, 5
        having sum(quantity_e3) <> 0 or sum(amount_minor) <> 0 or sum(cost_e8) <> 0`.execute(tx);
      await sql`with several as (
          select ${SALES} from sales_sums group by ${SALES} having count(*) > 1 or sum(lines) = 0
        ), gone as (delete from sales_sums where (${SALES}) in (select ${SALES} from several) returning *)
        insert into sales_sums (${SALES}, lines, quantity_e3, amount_minor, taxes_minor)
        select ${SALES}, sum(lines), sum(quantity_e3), sum(amount_minor), sum(taxes_minor)
        from gone group by ${SALES} having sum(lines) <> 0`.execute(tx);
    },
    { turn: 'sums' },
  );
}

async function counted(store: Store, rows: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ rows: number }>`select count(*) as rows from (${rows}) found`.execute(
    store.read,
  );
  return Number(found.rows[0]?.rows ?? 0);
}

/** Adds them up if there are many more rows than sums, so that the next one who asks reads few. */
export async function compactIfMany(store: Store): Promise<boolean> {
  if (store.readsAt.engine === 'sqlite') return false;
  // Rows first: on most calls there are few, and counting the sums among a few thousand takes as long as the page.
  const all = await counted(store, sql`select * from product_sums where scope = 0`);
  if (all < MANY) return false;
  const sums = sql`select distinct scope, day, currency, product, unit from product_sums where scope = 0`;
  if (all < 2 * (await counted(store, sums))) return false;
  await compactSums(store);
  return true;
}
