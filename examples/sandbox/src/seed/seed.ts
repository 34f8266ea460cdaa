import { addDays } from '../days.ts';
import type { Services } from '../services.ts';
import { seedAccounts } from './accounts.ts';
import type { DemoScale } from './demo-scale.ts';

const REFERENCE_DAY = '2026-11-20';
const JUDGED_DAYS = 7;

/** Fills a new database: accounts always, demo data when a scale is given. */
export async function seedDatabase(
  services: Pick<Services, 'store' | 'now' | 'passwordCost'>,
  options: { readonly referenceDay: string | undefined; readonly scale: DemoScale | undefined },
): Promise<void> {
  const { store, now, passwordCost } = services;
  await seedAccounts(store, now(), passwordCost);
  if (!options.scale) return;
  const { seedDemo } = await import('./demo.ts');
  const day = options.referenceDay ?? REFERENCE_DAY;
  await seedDemo(store, day, options.scale);
  // Its last days, which have rates; earlier ones on request (TXN-18).
  const { judgeRange } = await import('../exceptions/judge-range.ts');
  const judging = { store, now };
  await judgeRange(judging, { companyId: null }, { from: addDays(day, 1 - JUDGED_DAYS), to: day });
}
