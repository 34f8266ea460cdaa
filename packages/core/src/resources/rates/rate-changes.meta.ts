import type { ResourceMeta } from '../../resource/resource.types.ts';

/** What changed between two days of stored rates; reached from their upload, and subject to its right (RATE-03). */
export const rateChangeMeta = {
  name: 'rate-changes',
  noun: ['rate change', 'rate changes'],
  menu: 'dailyrates',
  menuLabel: 'Rate Changes',
  route: '/dailyrates/changes',
  under: { route: '/dailyrates', back: 'Back to Daily Rates' },
} as const satisfies ResourceMeta;
