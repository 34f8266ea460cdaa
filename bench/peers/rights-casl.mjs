// A menu of 11 and a page of 50 rows × 4 actions, checked with CASL.
import { AbilityBuilder, createMongoAbility } from '@casl/ability';
import { reportResult } from '../programs/report-result.ts';

const MENU =
  'dashboard customer markup users cards reporting transactions dailyrates invoices smartbuy truckcare'.split(
    ' ',
  );
const ACTIONS = ['read', 'update', 'delete', 'download'];
const ROUNDS = 2_000;

const { can, build } = new AbilityBuilder(createMongoAbility);
for (const menu of MENU)
  for (const action of ['read', 'create', 'update', 'download']) can(action, menu);
const ability = build();

function ask() {
  let allowed = 0;
  for (const menu of MENU) if (ability.can('read', menu)) allowed += 1;
  for (let row = 0; row < 50; row += 1) {
    for (const action of ACTIONS) if (ability.can(action, 'cards')) allowed += 1;
  }
  return allowed;
}

for (let round = 0; round < ROUNDS; round += 1) ask();
const started = performance.now();
let allowed = 0;
for (let round = 0; round < ROUNDS; round += 1) allowed = ask();
reportResult({ rows: 50, cells: allowed }, (performance.now() - started) / ROUNDS);
