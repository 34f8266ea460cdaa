import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import type { FieldDefinition, ValueKind } from '../../resource/resource.types.ts';
import { addCompany } from '../companies/add-company.ts';
import { CUSTOMER_FIELDS, customerForm } from './customers.form.ts';
import { type Customer, customerSchema } from './customers.schema.ts';

const KINDS: Readonly<Partial<Record<string, ValueKind>>> = {
  rate: 'money',
  due_days: 'integer',
  order_cnt: 'integer',
  invoice_cnt: 'integer',
  customer_status: 'status',
};

const recordFields = CUSTOMER_FIELDS.map(
  ({ label, name, section }): FieldDefinition<Customer> => ({
    field: name as keyof Customer,
    label,
    section,
    kind: KINDS[name] ?? 'text',
  }),
);

export const customers = defineResource<Customer>({
  name: 'customers',
  noun: ['customer', 'customers'],
  menu: 'customer',
  menuLabel: 'Customer',
  route: '/customer',
  schema: customerSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Customer',
    path: 'customers',
    columns: [
      { field: 'name', label: 'Name', kind: 'text' },
      { field: 'phone', label: 'Phone', kind: 'code' },
      { field: 'tax_no', label: 'Tax Number', kind: 'code' },
      { field: 'crm_id', label: 'Crm Id', kind: 'code' },
      { field: 'rate', label: 'Rate', kind: 'money' },
      { field: 'order_cnt', label: 'Order', kind: 'integer' },
      { field: 'invoice_cnt', label: 'Invoice', kind: 'integer' },
    ],
    add: addCompany,
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.noRecordInTable },
  },
  record: {
    path: (id) => `customers/${encodeURIComponent(id)}`,
    schema: customerSchema,
    title: 'Customer',
    back: 'Back',
    editOnly: true,
    fields: recordFields,
  },
  form: customerForm,
});
