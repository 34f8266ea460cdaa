import type { ResourceFacts } from '../../resource/resource.types.ts';

export const cardPlace = {
  name: 'cards',
  noun: ['card', 'cards'],
  menu: 'cards',
  menuLabel: 'Cards',
  route: '/managercards',
  record: {},
  form: { create: true, update: true },
} as const satisfies ResourceFacts;
