import { MESSAGES } from '../../messages/messages.ts';
import type { ColumnNames, ListedResource } from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { addCompany } from '../companies/add-company.ts';
import { customerStatement } from './customers.actions.ts';
import { customerMeta } from './customers.meta.ts';
import { type Customer, customerSchema } from './customers.schema.ts';

export const customerList = {
  ...customerMeta,
  schema: customerSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Customer',
    path: 'customers',
    columns: [
      {
        field: 'name',
        label: 'Name',
        kind: 'text',
        leadsTo: { resource: 'customers', from: 'id' },
      },
      { field: 'phone', label: 'Phone', kind: 'code' },
      { field: 'tax_no', label: 'Tax Number', kind: 'code' },
      { field: 'crm_id', label: 'Crm Id', kind: 'code' },
      { field: 'rate', label: 'Rate', kind: 'money' },
      { field: 'order_cnt', label: 'Order', kind: 'integer' },
      { field: 'invoice_cnt', label: 'Invoice', kind: 'integer' },
      { field: 'company_name', label: 'Company', kind: 'text', hidden: true },
    ],
    add: addCompany,
    // Whoever knows a renamed customer from its invoices looks for its company's name.
    brief: { names: ['name'], searched: ['name', 'company_name'], about: ['phone', 'tax_no'] },
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.noRecordInTable },
  },
  actions: [customerStatement],
  export: rowExport(customerMeta, 'customers', 'Customers'),
} satisfies ListedResource<Customer>;

/** What the list is filtered and sorted by. */
export interface CustomerNames extends ColumnNames<typeof customerList> {}
