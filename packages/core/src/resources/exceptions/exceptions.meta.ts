import type { ResourceMeta } from '../../resource/resource.types.ts';

/** Purchases beyond what the card and the day allow; reached from the transactions, and subject to their rights (TXN-18). */
export const exceptionMeta = {
  name: 'exceptions',
  noun: ['exception', 'exceptions'],
  menu: 'transactions',
  menuLabel: 'Exceptions',
  route: '/transactions/exceptions',
  under: { route: '/transactions', back: 'Back to Transactions' },
  record: { unsearched: true },
} as const satisfies ResourceMeta;
