import type { ResourceMeta } from '../../resource/resource.types.ts';

/** Stored daily rates; reached from their upload, and subject to its right (RATE-03). */
export const rateMeta = {
  name: 'rates',
  noun: ['rate', 'rates'],
  menu: 'dailyrates',
  menuLabel: 'Stored Rates',
  route: '/dailyrates/rates',
  under: { route: '/dailyrates', back: 'Back to Daily Rates' },
} as const satisfies ResourceMeta;
