/** Customers: a list, and a form that changes one. Registering a customer's company is in `companies`. */

import { defineResource } from '../../resource/define-resource.ts';
import { pathPart } from '../../resource/path-part.ts';
import type { FieldDefinition, ValueKind } from '../../resource/resource.types.ts';
import { CUSTOMER_FIELDS, type CustomerField, customerForm } from './customers.form.ts';
import { type CustomerNames, customerList } from './customers.list.ts';
import { customerMeta } from './customers.meta.ts';
import { type Customer, customerSchema } from './customers.schema.ts';

const KINDS: Readonly<Partial<Record<string, ValueKind>>> = {
  rate: 'money',
  due_days: 'integer',
  order_cnt: 'integer',
  invoice_cnt: 'integer',
  customer_status: 'status',
};

const recordFields = CUSTOMER_FIELDS.flatMap(({ label, name, section }) => {
  const field = { field: name as keyof Customer, label, section, kind: KINDS[name] ?? 'text' };
  const company = { field: 'company_name', label: 'Company', section, kind: 'text' } as const;
  return (name === 'name' ? [field, company] : [field]) satisfies FieldDefinition<Customer>[];
});

/** Customers (CUST-01, CUST-02). */
export const customers = defineResource<Customer, Customer, CustomerField, CustomerNames>({
  ...customerList,
  record: {
    path: (id) => `customers/${pathPart(id)}`,
    schema: customerSchema,
    title: 'Customer',
    back: 'Back',
    caption: ({ name }) => name ?? '',
    ...customerMeta.record,
    fields: recordFields,
    related: [
      { resource: 'transactions', field: 'txn_company', from: 'company_name' },
      { resource: 'cards', field: 'company_name', from: 'company_name' },
      { resource: 'invoices', field: 'company_name', from: 'company_name' },
      { resource: 'payments', field: 'customer_name', from: 'company_name' },
      { resource: 'users', field: 'company', from: 'company_name' },
      { resource: 'exceptions', field: 'company_name', from: 'company_name' },
      { resource: 'markups', field: 'company_name', from: 'company_name' },
    ],
  },
  form: customerForm,
});
