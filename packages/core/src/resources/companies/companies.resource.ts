import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { addCompany } from './add-company.ts';
import { companyForm } from './companies.form.ts';
import { type Company, companySchema } from './companies.schema.ts';

/** The second tab of the customer area (COMP-01). */
export const companies = defineResource<Company>({
  name: 'companies',
  noun: ['company', 'companies'],
  menu: 'customer',
  menuLabel: 'Company',
  route: '/customer/companies',
  under: { route: '/customer', back: 'Back to Customer' },
  schema: companySchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Company',
    path: 'companies',
    columns: [
      { field: 'name', label: 'Name', kind: 'text' },
      { field: 'email', label: 'Email', kind: 'text' },
      { field: 'phone', label: 'Phone', kind: 'code' },
      { field: 'city', label: 'City', kind: 'text' },
      { field: 'state', label: 'State', kind: 'text' },
      { field: 'country', label: 'Country', kind: 'text' },
    ],
    add: addCompany,
    texts: { none: MESSAGES.companies.none, noRows: MESSAGES.companies.noRows },
  },
  form: companyForm,
});
