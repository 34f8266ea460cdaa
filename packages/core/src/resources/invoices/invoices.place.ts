import type { ResourceFacts } from '../../resource/resource.types.ts';

export const invoicePlace = {
  name: 'invoices',
  noun: ['invoice', 'invoices'],
  menu: 'invoices',
  menuLabel: 'Invoices',
  route: '/invoices',
  record: {},
  form: { create: true, update: true },
} as const satisfies ResourceFacts;
