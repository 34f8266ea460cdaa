import { truckCare } from '@forecourt/core';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { wholeListRoutes } from '../lists/whole-list-routes.ts';
import { presentTruckCare, TRUCK_CARE_LIST } from './truckcare-list.ts';

/** Truck Care (SHELL-11): a company's user sees the own company's vehicles. */
export function truckCareRoutes(app: Hono<AppEnv>): void {
  wholeListRoutes(app, truckCare, { list: TRUCK_CARE_LIST });
  listRoutes(app, {
    path: '/truck-care',
    action: 'truckcare.list',
    list: TRUCK_CARE_LIST,
    present: (rows) => rows.map(presentTruckCare),
  });
}
