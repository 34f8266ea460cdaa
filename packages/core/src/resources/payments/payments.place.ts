import type { ResourceFacts } from '../../resource/resource.types.ts';

/** Payments of invoices; reached from these, and under their rights (SHELL-05). */
export const paymentPlace = {
  name: 'payments',
  noun: ['payment', 'payments'],
  menu: 'invoices',
  menuLabel: 'Payments',
  route: '/invoices/payments',
  under: { route: '/invoices', back: 'Back to Invoices' },
  form: { create: true, shown: 'row' },
} as const satisfies ResourceFacts;
