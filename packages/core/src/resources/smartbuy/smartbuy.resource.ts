import { defineResource } from '../../resource/define-resource.ts';
import { type SmartBuy, type SmartBuyNames, smartBuyList } from './smartbuy.list.ts';

/**
 * The cheapest stations of a day, by the stored rates that hold on it (SHELL-11): of a company, the products that its
 * active cards may buy, with its markup. The day is the newest one with rates from `from` to `to`.
 */
export const smartBuy = defineResource<SmartBuy, SmartBuy, string, SmartBuyNames>(smartBuyList);
