import type { ResourceMeta } from '../../resource/resource.types.ts';

/** Purchases beyond what the card and the day allow; reached from the transactions, and subject to their rights (TXN-18). */
export const exceptionMeta = {
  name: 'exceptions',
  noun: ['exception', 'exceptions'],
  menu: 'transactions',
  menuLabel: 'Exceptions',
  route: '/transactions/exceptions',
  under: {
    route: '/transactions',
    back: 'Back to Transactions',
    shares: {
      authentication_id: 'authentication_id',
      card_number: 'card_number',
      import_id: 'import_id',
      txn_company: 'company_name',
      txn_date: 'txn_date',
      txn_station: 'station_number',
    },
  },
  record: { unsearched: true },
} as const satisfies ResourceMeta;
