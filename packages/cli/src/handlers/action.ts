import { runAction } from '../drive/run-action.ts';
import { runBulk } from '../drive/run-bulk.ts';
import { namedIds } from '../input/ids.ts';
import { listedResource } from '../input/resource.ts';
import { handler } from '../work.ts';

/** Runs an action from a resource's definition: assign, e-mail, a template; of several records in one run. */
export const run = handler(async (work) => {
  const definition = await listedResource(work);
  const verb = work.operation.split('.')[1];
  const action = definition.actions?.find(({ name }) => name === verb);
  if (action === undefined) throw new TypeError(`${work.operation} has no definition.`);
  const bulk = definition.bulk?.find(({ runs }) => runs === verb);
  const ids = bulk ? await namedIds(work, definition) : [];
  if (bulk && ids.length > 1) return runBulk(work, definition, bulk, ids);
  await runAction(bulk ? { ...work, args: ids } : work, definition, action);
  return undefined;
});
