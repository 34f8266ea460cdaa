import type { ListDefinition } from '../../resource/resource.types.ts';

/** The button on both lists of the customer area (CUST-01, COMP-01). */
export const addCompany: NonNullable<ListDefinition<unknown>['add']> = {
  label: 'Add Customer Company',
  action: 'companies.create',
  route: '/customer/add-new',
};
