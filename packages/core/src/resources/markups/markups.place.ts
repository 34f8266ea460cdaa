import type { ResourceFacts } from '../../resource/resource.types.ts';

export const markupPlace = {
  name: 'markups',
  noun: ['markup', 'markups'],
  menu: 'markup',
  menuLabel: 'Markup',
  route: '/customer-markup',
  form: { create: true, update: true, shown: 'dialog' },
} as const satisfies ResourceFacts;
