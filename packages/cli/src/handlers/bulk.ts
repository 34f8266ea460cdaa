import { runBulk } from '../drive/run-bulk.ts';
import { namedIds } from '../input/ids.ts';
import { listedResource } from '../input/resource.ts';
import { handler } from '../work.ts';

/** Makes the same change of several records: hold and activate cards (LIST-15). */
export const run = handler(async (work) => {
  const definition = await listedResource(work);
  const verb = work.operation.split('.')[1];
  const bulk = definition.bulk?.find(({ name }) => name === verb);
  if (bulk === undefined) throw new TypeError(`${work.operation} has no definition.`);
  return runBulk(work, definition, bulk, await namedIds(work, definition));
});
