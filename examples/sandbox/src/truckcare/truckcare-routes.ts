import { truckCare } from '@forecourt/core';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { servedList } from '../lists/served-list.ts';
import { presentTruckCare, TRUCK_CARE_LIST } from './truckcare-list.ts';

/** Truck Care (SHELL-11): a company's user sees the own company's vehicles. */
export function truckCareRoutes(app: Hono<AppEnv>): void {
  servedList(app, truckCare, {
    list: TRUCK_CARE_LIST,
    present: (rows) => rows.map(presentTruckCare),
  });
}
