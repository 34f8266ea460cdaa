import type { ResourceMeta } from '../../resource/resource.types.ts';

export const transactionMeta = {
  name: 'transactions',
  noun: ['transaction', 'transactions'],
  menu: 'transactions',
  menuLabel: 'Transactions',
  route: '/transactions',
  record: {},
  form: { create: true, update: true },
} as const satisfies ResourceMeta;
