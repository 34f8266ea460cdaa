import type { ResourceMeta } from '../../resource/resource.types.ts';

export const userMeta = {
  name: 'users',
  noun: ['user', 'users'],
  menu: 'users',
  menuLabel: 'Users',
  route: '/user',
  record: {},
  form: { create: true, update: true },
} as const satisfies ResourceMeta;
