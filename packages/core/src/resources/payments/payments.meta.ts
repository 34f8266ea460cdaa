import type { ResourceMeta } from '../../resource/resource.types.ts';

/** Payments of invoices; reached from the invoices, and subject to their rights (SHELL-05). */
export const paymentMeta = {
  name: 'payments',
  noun: ['payment', 'payments'],
  menu: 'invoices',
  menuLabel: 'Payments',
  route: '/invoices/payments',
  under: { route: '/invoices', back: 'Back to Invoices' },
  form: { create: true, shown: 'row' },
} as const satisfies ResourceMeta;
