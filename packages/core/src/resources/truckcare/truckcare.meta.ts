import type { ResourceMeta } from '../../resource/resource.types.ts';

/** What vehicles cost besides the fuel that drives them (SHELL-11). */
export const truckCareMeta = {
  name: 'truckcare',
  noun: ['Truck Care record', 'Truck Care records'],
  menu: 'truckcare',
  menuLabel: 'Truck Care',
  route: '/truckcare',
} as const satisfies ResourceMeta;
