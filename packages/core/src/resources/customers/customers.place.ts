import type { ResourceFacts } from '../../resource/resource.types.ts';

export const customerPlace = {
  name: 'customers',
  noun: ['customer', 'customers'],
  menu: 'customer',
  menuLabel: 'Customer',
  route: '/customer',
  record: { editOnly: true },
  form: { update: true },
} as const satisfies ResourceFacts;
