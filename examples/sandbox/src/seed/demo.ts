import { FIRST_TRANSACTION_ID } from '../db/first-ids.ts';
import type { Store } from '../db/store.ts';
import { seedAttachments } from './demo-attachments.ts';
import { seedCards } from './demo-cards.ts';
import { seedCompanies } from './demo-companies.ts';
import { seedInvoices } from './demo-invoices.ts';
import { seedRates } from './demo-rates.ts';
import type { DemoScale } from './demo-scale.ts';
import { seedStations } from './demo-stations.ts';
import { seedTransactions } from './demo-transactions.ts';
import { Random } from './random.ts';

const SEED = 20_261_120;

/** A believable business up to the reference day; the same data for the same day and scale. */
export async function seedDemo(
  store: Store,
  referenceDay: string,
  scale: DemoScale,
): Promise<void> {
  const random = new Random(SEED);
  await store.fill(async () => {
    const stations = seedStations(store, random);
    const companies = seedCompanies(store, random, scale.customers);
    const cards = seedCards(store, random, companies, scale.cards, referenceDay);
    const billings = await seedTransactions(
      store,
      random,
      cards,
      stations,
      scale.transactions,
      referenceDay,
      FIRST_TRANSACTION_ID,
    );
    seedInvoices(store, random, companies, billings, scale.invoices, referenceDay);
    seedRates(store, stations, referenceDay);
  });
  await seedAttachments(store);
}
