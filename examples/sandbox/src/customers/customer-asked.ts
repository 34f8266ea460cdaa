import { customers, filterText } from '@forecourt/core';
import type { Asked } from '../dashboard/dashboard.types.ts';
import type { ListFilter, ListRequest } from '../lists/list-request.ts';

/** What the parts of a customer's page are computed from: its company, as if the account were of it. */
export interface CustomerAsked extends Asked {
  /** The account itself, by whose rights lists are read. */
  readonly reader: Asked['account'];
  /** Of a customer without a company one that there is not. */
  readonly companyId: number;
  /** The company's name, as lists have it. */
  readonly company: string;
}

/** The column of each list that has the customer's name (LIST-16). */
const COMPANY_FIELDS = new Map(
  (customers.record?.related ?? []).map(({ field, resource }) => [resource, field]),
);

/** The request for the first rows of a list that are the customer's. */
export const requestFor = (
  resource: string,
  { company }: Pick<CustomerAsked, 'company'>,
  size = 1,
): ListRequest => {
  const field = COMPANY_FIELDS.get(resource) ?? '';
  const filters: readonly ListFilter[] = [{ field, match: 'exact', value: company }];
  return { page: 0, size, sort: undefined, filters, from: undefined, to: undefined };
};

/** Limits every list of a page's parts to the customer's rows. */
export function ofCompany(value: unknown, company: string): unknown {
  if (Array.isArray(value)) return value.map((one) => ofCompany(one, company));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, ofCompany(part, company)]);
  const found: Record<string, unknown> = Object.fromEntries(parts);
  const field = COMPANY_FIELDS.get(String(found.resource));
  if (field === undefined || !Array.isArray(found.filter)) return found;
  const own = filterText({ field, match: 'exact', value: company });
  return { ...found, filter: [...found.filter, own] };
}
