/**
 * One folder per resource, with its metadata, list, schema, form and actions as data. Code that works for
 * any resource belongs to `resource` or `workflows`.
 */

import { withOwn } from '../resource/own-registry.ts';
import type { RegisteredResource } from '../resource/resource.types.ts';
import { cardMeta } from './cards/cards.meta.ts';
import { companyMeta } from './companies/companies.meta.ts';
import { customerMeta } from './customers/customers.meta.ts';
import { exceptionMeta } from './exceptions/exceptions.meta.ts';
import { invoiceMeta } from './invoices/invoices.meta.ts';
import { markupMeta } from './markups/markups.meta.ts';
import { paymentMeta } from './payments/payments.meta.ts';
import { rateChangeMeta } from './rates/rate-changes.meta.ts';
import { rateMeta } from './rates/rates.meta.ts';
import { smartBuyMeta } from './smartbuy/smartbuy.meta.ts';
import { trailMeta } from './trail/trail.meta.ts';
import { transactionMeta } from './transactions/transactions.meta.ts';
import { truckCareMeta } from './truckcare/truckcare.meta.ts';
import { userMeta } from './users/users.meta.ts';

/**
 * All resources: those of the product, then those of your own as `registerResources` adds them, so read it when it is
 * needed. Adding one here gives it a list, records, a menu entry, permissions and commands. List definitions and complete
 * definitions load on demand.
 */
export const RESOURCES: readonly RegisteredResource[] = withOwn(
  [
    {
      ...cardMeta,
      loadListDefinition: async () => (await import('./cards/cards.list.ts')).cardList,
      loadDefinition: async () => (await import('./cards/cards.resource.ts')).cards,
    },
    {
      ...transactionMeta,
      loadListDefinition: async () =>
        (await import('./transactions/transactions.list.ts')).transactionList,
      loadDefinition: async () =>
        (await import('./transactions/transactions.resource.ts')).transactions,
    },
    {
      ...exceptionMeta,
      loadListDefinition: async () =>
        (await import('./exceptions/exceptions.list.ts')).exceptionList,
      loadDefinition: async () => (await import('./exceptions/exceptions.resource.ts')).exceptions,
    },
    {
      ...invoiceMeta,
      loadListDefinition: async () => (await import('./invoices/invoices.list.ts')).invoiceList,
      loadDefinition: async () => (await import('./invoices/invoices.resource.ts')).invoices,
    },
    {
      ...paymentMeta,
      loadListDefinition: async () => (await import('./payments/payments.list.ts')).paymentList,
      loadDefinition: async () => (await import('./payments/payments.resource.ts')).payments,
    },
    {
      ...customerMeta,
      loadListDefinition: async () => (await import('./customers/customers.list.ts')).customerList,
      loadDefinition: async () => (await import('./customers/customers.resource.ts')).customers,
    },
    {
      ...companyMeta,
      loadListDefinition: async () => (await import('./companies/companies.list.ts')).companyList,
      loadDefinition: async () => (await import('./companies/companies.resource.ts')).companies,
    },
    {
      ...markupMeta,
      loadListDefinition: async () => (await import('./markups/markups.list.ts')).markupList,
      loadDefinition: async () => (await import('./markups/markups.resource.ts')).markups,
    },
    {
      ...rateMeta,
      loadListDefinition: async () => (await import('./rates/rates.list.ts')).rateList,
      loadDefinition: async () => (await import('./rates/rates.resource.ts')).rates,
    },
    {
      ...rateChangeMeta,
      loadListDefinition: async () => (await import('./rates/rate-changes.list.ts')).rateChangeList,
      loadDefinition: async () => (await import('./rates/rate-changes.resource.ts')).rateChanges,
    },
    {
      ...smartBuyMeta,
      loadListDefinition: async () => (await import('./smartbuy/smartbuy.list.ts')).smartBuyList,
      loadDefinition: async () => (await import('./smartbuy/smartbuy.resource.ts')).smartBuy,
    },
    {
      ...truckCareMeta,
      loadListDefinition: async () => (await import('./truckcare/truckcare.list.ts')).truckCareList,
      loadDefinition: async () => (await import('./truckcare/truckcare.resource.ts')).truckCare,
    },
    {
      ...userMeta,
      loadListDefinition: async () => (await import('./users/users.list.ts')).userList,
      loadDefinition: async () => (await import('./users/users.resource.ts')).users,
    },
    {
      ...trailMeta,
      loadListDefinition: async () => (await import('./trail/trail.list.ts')).trailList,
      loadDefinition: async () => (await import('./trail/trail.resource.ts')).trail,
    },
  ],
  async (own) => (await import('../resource/own-resource.ts')).ownResource(own),
);

/**
 * Returns the resource with that name, or undefined.
 *
 * @param name 'cards'; a resource of your own, too
 */
export const findResource = (name: string): RegisteredResource | undefined =>
  RESOURCES.find((place) => place.name === name);
