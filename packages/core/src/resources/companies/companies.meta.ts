import type { ResourceMeta } from '../../resource/resource.types.ts';

/** The second tab of the customer area (COMP-01). */
export const companyMeta = {
  name: 'companies',
  noun: ['company', 'companies'],
  menu: 'customer',
  menuLabel: 'Company',
  route: '/customer/companies',
  under: { route: '/customer', back: 'Back to Customer', as: 'tab' },
  form: { create: true, addRoute: '/customer/add-new' },
} as const satisfies ResourceMeta;
