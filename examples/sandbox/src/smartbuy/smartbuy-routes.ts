import { smartBuy } from '@forecourt/core';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { wholeListRoutes } from '../lists/whole-list-routes.ts';
import { presentSmartBuy, pricesOf, SMART_BUY_LIST } from './smartbuy-list.ts';

/** Smart Buy (SHELL-11): a company's user sees what the own company pays. */
export function smartBuyRoutes(app: Hono<AppEnv>): void {
  wholeListRoutes(app, smartBuy, { list: SMART_BUY_LIST });
  listRoutes(app, {
    path: '/smart-buy',
    action: 'smartbuy.list',
    list: SMART_BUY_LIST,
    present: (rows) => rows.map(presentSmartBuy),
    besides: (services, _, request) => pricesOf({ request, services }),
  });
}
