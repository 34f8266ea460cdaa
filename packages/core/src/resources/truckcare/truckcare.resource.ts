import { defineResource } from '../../resource/define-resource.ts';
import { type TruckCare, type TruckCareNames, truckCareList } from './truckcare.list.ts';

/**
 * Spend on oil, DEF and non-highway products by vehicle (SHELL-11), of the purchases from `from` to `to`: by default the
 * last thirty days.
 */
export const truckCare = defineResource<TruckCare, TruckCare, string, TruckCareNames>(
  truckCareList,
);
