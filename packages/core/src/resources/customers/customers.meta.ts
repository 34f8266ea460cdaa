import type { ResourceMeta } from '../../resource/resource.types.ts';

export const customerMeta = {
  name: 'customers',
  noun: ['customer', 'customers'],
  menu: 'customer',
  menuLabel: 'Customer',
  route: '/customer',
  record: { editOnly: true, page: 'summary' },
  form: { update: true },
} as const satisfies ResourceMeta;
