import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createSandbox, type SandboxOptions } from '../src/index.ts';
import { keptData } from './database.ts';
import { IN_TESTS } from './helpers.ts';

type Kept = Awaited<ReturnType<typeof keptData>>;

async function run(kept: Kept, statements: readonly string[]): Promise<void> {
  if (kept.databaseUrl === undefined) {
    const database = new DatabaseSync(join(kept.dataDir, 'forecourt.sqlite'));
    database.exec('pragma synchronous = off; pragma cache_size = -200000; begin');
    for (const statement of statements) database.exec(statement);
    database.exec('commit; analyze; pragma wal_checkpoint(truncate)');
    database.close();
    return;
  }
  const client = new pg.Client(kept.databaseUrl);
  await client.connect();
  for (const statement of [...statements, 'analyze']) await client.query(statement);
  await client.end();
}

/** The columns of a copied row but those that differ, which are given as SQL of `of` (the row) and `copy` (a number). */
const copied = (table: string, columns: readonly string[], own: Readonly<Record<string, string>>) =>
  `insert into ${table} (${[...columns, ...Object.keys(own)].join(', ')})
   with recursive copies(copy) as (select 1 union all select copy + 1 from copies where copy < ${COPIES})
   select ${[...columns.map((name) => `of.${name}`), ...Object.values(own)].join(', ')} from ${table} of, copies`;

const COPIES = 70;
/** Above all ids of the demo data, so that a copy's id is its own. */
const STEP = 1_000_000;

const HEADER = `txn_number txn_date business_date card_number account provider company_name
  station_number station_name address city province fuel_type currency driver unit_number created_at updated_at
  reversal amount_minor price_e5 company_id`.split(/\s+/);
const LINE =
  `product product_code product_description unit sale_type breakdown_name provider_invoice odometer account
  card_number station_number txn_number business_date position reversal occurrence quantity_e3 retail_price_e5
  billed_price_e5 net_price_e5 fet_rate_e5 pft_rate_e5 cbt_rate_e5 gst_minor hst_minor pst_minor qst_minor
  discount_minor misc_minor amount_minor`.split(/\s+/);
const INVOICE =
  `start_date end_date issued_date due_date status company_id company_name currency total_minor due_minor
  file_name created_at`.split(/\s+/);

/** What nobody finds fast: 80 letters in every row, to be searched for the last of them. */
const LONG_CODE = `${'CODE'.repeat(20)}Z`;
const BIG = 'select min(id) from invoices';

/**
 * Data of years, in a few seconds: every purchase of the demo data 70 times more, 106,500 in all, and as many times the
 * invoices; invoice BIG bills 1,500 purchases.
 */
export async function muchData(): Promise<SandboxOptions> {
  const { now: _, ...options } = IN_TESTS;
  const kept = await keptData(options);
  const first = await createSandbox({ ...options, ...kept });
  await first.close();
  const id = `of.id + copy * ${STEP}`;
  const number = (name: string) => `of.${name} || '-' || cast(copy as text)`;
  await run(kept, [
    copied('transactions', HEADER, {
      id,
      authentication_id: number('authentication_id'),
      printed_auth_code: `'${LONG_CODE}'`,
      invoice_id: `case when copy = 1 then (${BIG}) end`,
    }),
    copied('transaction_lines', LINE, { transaction_id: `of.transaction_id + copy * ${STEP}` }),
    copied('invoices', INVOICE, { id, invoice_number: number('invoice_number') }),
    `update invoices set invoice_number = 'BIG' where id = (${BIG})`,
  ]);
  return { ...options, ...kept };
}
