// A menu of 11 and a page of 50 rows × 4 actions, checked as menus and rows do, each decision with its reason.
import { type Action, can, canOn, type Menu, SCREEN_MENUS, toMenuAccess } from '@forecourt/core';
import { reportResult } from './report-result.ts';

const MENU =
  'dashboard customer markup users cards reporting transactions dailyrates invoices smartbuy truckcare'.split(
    ' ',
  ) as Menu[];
const ACTIONS: readonly Action[] = ['cards.get', 'cards.update', 'cards.delete', 'cards.export'];
const ROUNDS = 2_000;

const access = toMenuAccess(
  Object.keys(SCREEN_MENUS).map((code) => ({
    code,
    read: true,
    create: true,
    update: true,
    delete: false,
    download: true,
  })),
);

function ask(): number {
  let allowed = 0;
  for (const menu of MENU) if (canOn(access, menu, 'read').allowed) allowed += 1;
  for (let row = 0; row < 50; row += 1) {
    for (const action of ACTIONS) if (can(access, action).allowed) allowed += 1;
  }
  return allowed;
}

for (let round = 0; round < ROUNDS; round += 1) ask();
const started = performance.now();
let allowed = 0;
for (let round = 0; round < ROUNDS; round += 1) allowed = ask();
reportResult({ rows: 50, cells: allowed }, (performance.now() - started) / ROUNDS);
