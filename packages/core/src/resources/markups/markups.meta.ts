import type { ResourceMeta } from '../../resource/resource.types.ts';

export const markupMeta = {
  name: 'markups',
  noun: ['markup', 'markups'],
  menu: 'markup',
  menuLabel: 'Markup',
  route: '/customer-markup',
  form: { create: true, update: true, shown: 'dialog' },
} as const satisfies ResourceMeta;
