import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../src/db/schema.ts';
import { openOldData } from './old-data.kit.ts';

/** What the release before could store: choices with blanks, and views whose names differ in case alone. */
async function addRows(db: Kysely<Schema>): Promise<void> {
  await sql`insert into companies (id, name) values (1, 'Old Haul')`.execute(db);
  await sql`insert into cards (id, card_number, company_id, card_type, plastic_type)
    values (1, '7076850000000012', 1, ' Diesel only ', 'Fleet')`.execute(db);
  await sql`insert into customers (id, name, company_id, billing_country)
    values (1, 'Old Haul', 1, 'Canada  ')`.execute(db);
  await sql`insert into users (id, email) values (1, 'old@haul.test')`.execute(db);
  for (const name of ['OPEN', 'Open', 'open', 'open (2)', 'Other']) {
    await sql`insert into views (user_id, list, name, content) values (1, 'invoices', ${name}, '{}')`.execute(
      db,
    );
  }
}

const { store } = await openOldData('0025', addRows);

describe('old values', () => {
  it('CARD-09 WIRE-06 choices are cleaned of the blanks around them, and nothing else changes', async () => {
    const card = await store.read.selectFrom('cards').selectAll().executeTakeFirst();
    expect(card).toMatchObject({
      card_type: 'Diesel only',
      plastic_type: 'Fleet',
      card_number: '7076850000000012',
    });
    const customer = await store.read.selectFrom('customers').selectAll().executeTakeFirst();
    expect(customer).toMatchObject({ name: 'Old Haul', billing_country: 'Canada' });
  });

  it('LIST-15 views whose names differ only in case are kept under numbers, and no further one is taken', async () => {
    const rows = await store.read.selectFrom('views').select('name').execute();
    const names = rows.map(({ name }) => name);
    expect(names).toHaveLength(5);
    expect(new Set(names.map((name) => name.toLowerCase()))).toEqual(
      new Set(['open', 'open (2)', 'open (3)', 'open (4)', 'other']),
    );
    const twice = store.write((tx) =>
      sql`insert into views (user_id, list, name, name_key, content)
        values (1, 'invoices', 'oTHER', 'other', '{}')`.execute(tx),
    );
    await expect(twice).rejects.toThrow();
  });
});
