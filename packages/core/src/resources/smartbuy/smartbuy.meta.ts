import type { ResourceMeta } from '../../resource/resource.types.ts';

/** The cheapest stations of a day (SHELL-11). */
export const smartBuyMeta = {
  name: 'smartbuy',
  noun: ['smart buy record', 'smart buy records'],
  menu: 'smartbuy',
  menuLabel: 'Smart Buy',
  route: '/smartbuy',
} as const satisfies ResourceMeta;
