import { defineResource } from '../../resource/define-resource.ts';
import { companyForm } from './companies.form.ts';
import { companyList } from './companies.list.ts';
import type { Company } from './companies.schema.ts';

export const companies = defineResource<Company>({
  ...companyList,
  form: companyForm,
});
