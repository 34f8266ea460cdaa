import type { ResourceMeta } from '../../resource/resource.types.ts';

export const invoiceMeta = {
  name: 'invoices',
  noun: ['invoice', 'invoices'],
  menu: 'invoices',
  menuLabel: 'Invoices',
  route: '/invoices',
  record: {},
  form: { create: true, update: true },
} as const satisfies ResourceMeta;
