import type { AnyResource } from '../resource/resource.types.ts';
import { cards } from './cards/cards.resource.ts';
import { companies } from './companies/companies.resource.ts';
import { customers } from './customers/customers.resource.ts';
import { invoices } from './invoices/invoices.resource.ts';
import { markups } from './markups/markups.resource.ts';
import { payments } from './payments/payments.resource.ts';
import { transactions } from './transactions/transactions.resource.ts';
import { users } from './users/users.resource.ts';

/**
 * The registry: a resource stands here, and its list, record, menu entry, permissions and commands
 * are there.
 */
export const RESOURCES: readonly AnyResource[] = [
  cards,
  transactions,
  invoices,
  payments,
  customers,
  companies,
  markups,
  users,
];

/** The resource of that name, undefined where there is none. */
export const findResource = (name: string): AnyResource | undefined =>
  RESOURCES.find((resource) => resource.name === name);
