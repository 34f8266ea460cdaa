import type { Services } from '../services.ts';
import { seedAccounts } from './accounts.ts';
import type { DemoScale } from './demo-scale.ts';

const REFERENCE_DAY = '2026-11-20';

/** Fills a new database: accounts always, demo data when a scale is given. */
export async function seedDatabase(
  services: Pick<Services, 'store' | 'now' | 'passwordCost'>,
  options: { readonly referenceDay: string | undefined; readonly scale: DemoScale | undefined },
): Promise<void> {
  const { store, now, passwordCost } = services;
  await seedAccounts(store, now(), passwordCost);
  if (!options.scale) return;
  const { seedDemo } = await import('./demo.ts');
  await seedDemo(store, options.referenceDay ?? REFERENCE_DAY, options.scale);
}
