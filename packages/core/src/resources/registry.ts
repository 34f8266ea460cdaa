import type { ResourcePlace } from '../resource/resource.types.ts';
import { cardPlace } from './cards/cards.place.ts';
import { companyPlace } from './companies/companies.place.ts';
import { customerPlace } from './customers/customers.place.ts';
import { invoicePlace } from './invoices/invoices.place.ts';
import { markupPlace } from './markups/markups.place.ts';
import { paymentPlace } from './payments/payments.place.ts';
import { ratePlace } from './rates/rates.place.ts';
import { transactionPlace } from './transactions/transactions.place.ts';
import { userPlace } from './users/users.place.ts';

/**
 * The registry: a resource stands here, and its list, record, menu entry, permissions and commands
 * are there. What a list needs, and the whole definition, load on demand.
 */
export const RESOURCES: readonly ResourcePlace[] = [
  {
    ...cardPlace,
    loadList: async () => (await import('./cards/cards.list.ts')).cardList,
    loadWhole: async () => (await import('./cards/cards.resource.ts')).cards,
  },
  {
    ...transactionPlace,
    loadList: async () => (await import('./transactions/transactions.list.ts')).transactionList,
    loadWhole: async () => (await import('./transactions/transactions.resource.ts')).transactions,
  },
  {
    ...invoicePlace,
    loadList: async () => (await import('./invoices/invoices.list.ts')).invoiceList,
    loadWhole: async () => (await import('./invoices/invoices.resource.ts')).invoices,
  },
  {
    ...paymentPlace,
    loadList: async () => (await import('./payments/payments.list.ts')).paymentList,
    loadWhole: async () => (await import('./payments/payments.resource.ts')).payments,
  },
  {
    ...customerPlace,
    loadList: async () => (await import('./customers/customers.list.ts')).customerList,
    loadWhole: async () => (await import('./customers/customers.resource.ts')).customers,
  },
  {
    ...companyPlace,
    loadList: async () => (await import('./companies/companies.list.ts')).companyList,
    loadWhole: async () => (await import('./companies/companies.resource.ts')).companies,
  },
  {
    ...markupPlace,
    loadList: async () => (await import('./markups/markups.list.ts')).markupList,
    loadWhole: async () => (await import('./markups/markups.resource.ts')).markups,
  },
  {
    ...ratePlace,
    loadList: async () => (await import('./rates/rates.list.ts')).rateList,
    loadWhole: async () => (await import('./rates/rates.resource.ts')).rates,
  },
  {
    ...userPlace,
    loadList: async () => (await import('./users/users.list.ts')).userList,
    loadWhole: async () => (await import('./users/users.resource.ts')).users,
  },
];

/** The resource of that name, undefined where there is none. */
export const findResource = (name: string): ResourcePlace | undefined =>
  RESOURCES.find((place) => place.name === name);
