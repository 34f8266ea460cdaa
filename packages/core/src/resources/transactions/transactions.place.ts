import type { ResourceFacts } from '../../resource/resource.types.ts';

export const transactionPlace = {
  name: 'transactions',
  noun: ['transaction', 'transactions'],
  menu: 'transactions',
  menuLabel: 'Transactions',
  route: '/transactions',
  record: {},
  form: { create: true, update: true },
} as const satisfies ResourceFacts;
