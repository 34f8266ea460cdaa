/**
 * Companies of customers: a list, and a form that registers one. The second tab of the customer area;
 * customers themselves have their own folder.
 */

import { defineResource } from '../../resource/define-resource.ts';
import { type CompanyField, companyForm } from './companies.form.ts';
import { type CompanyNames, companyList } from './companies.list.ts';
import type { Company } from './companies.schema.ts';

/** Companies of customers (COMP-01 to COMP-05). */
export const companies = defineResource<Company, Company, CompanyField, CompanyNames>({
  ...companyList,
  form: companyForm,
});
