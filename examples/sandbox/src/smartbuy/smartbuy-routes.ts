import { smartBuy } from '@forecourt/core';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { servedList } from '../lists/served-list.ts';
import { presentSmartBuy, pricesOf, SMART_BUY_LIST } from './smartbuy-list.ts';

/** Smart Buy (SHELL-11): a company's user sees what the own company pays. */
export function smartBuyRoutes(app: Hono<AppEnv>): void {
  servedList(app, smartBuy, {
    list: SMART_BUY_LIST,
    present: (rows) => rows.map(presentSmartBuy),
    besides: (services, _, request) => pricesOf({ request, services }),
  });
}
