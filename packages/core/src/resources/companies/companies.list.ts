import { MESSAGES } from '../../messages/messages.ts';
import type { ColumnNames, ListedResource } from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { addCompany } from './add-company.ts';
import { companyMeta } from './companies.meta.ts';
import { type Company, companySchema } from './companies.schema.ts';

export const companyList = {
  ...companyMeta,
  schema: companySchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Company',
    path: 'companies',
    columns: [
      {
        field: 'name',
        label: 'Name',
        kind: 'text',
        leadsTo: { resource: 'customers', by: 'company_name' },
      },
      { field: 'email', label: 'Email', kind: 'text' },
      { field: 'phone', label: 'Phone', kind: 'code' },
      { field: 'city', label: 'City', kind: 'text' },
      { field: 'state', label: 'State', kind: 'province', reference: 'provinces' },
      { field: 'country', label: 'Country', kind: 'country', reference: 'countries' },
    ],
    add: addCompany,
    brief: { names: ['name'], about: ['email', 'city', 'state'] },
    texts: { none: MESSAGES.companies.none, noRows: MESSAGES.companies.noRows },
  },
  export: rowExport(companyMeta, 'companies', 'Companies'),
} satisfies ListedResource<Company>;

/** What the list is filtered and sorted by. */
export interface CompanyNames extends ColumnNames<typeof companyList> {}
