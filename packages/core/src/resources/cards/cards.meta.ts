import type { ResourceMeta } from '../../resource/resource.types.ts';

export const cardMeta = {
  name: 'cards',
  noun: ['card', 'cards'],
  menu: 'cards',
  menuLabel: 'Cards',
  route: '/managercards',
  record: {},
  form: { create: true, update: true },
} as const satisfies ResourceMeta;
