import type { AnyListed } from '../resource/resource.types.ts';
import { listRows } from '../resource/resource-client.ts';
import { customers } from '../resources/customers/customers.resource.ts';
import type { Customer } from '../resources/customers/customers.schema.ts';
import type { Client } from './client.ts';

/**
 * Finds the customer that belongs to a company of the billing system, by its `eobId` (WIRE-01). Resolves to
 * undefined if there is none; rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param eobId the customer's number in the provider's books
 * @param signal aborts the call
 */
export async function findCustomerByEob(
  client: Client,
  eobId: string,
  signal?: AbortSignal,
): Promise<Customer | undefined> {
  const { rows } = await listRows(
    client,
    // The filter's name on the wire isn't that of the row's field.
    customers as AnyListed,
    { page: 0, size: 1, filters: [{ field: 'eobId', match: 'exact', value: eobId }] },
    signal,
  );
  return rows[0];
}
