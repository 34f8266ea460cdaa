import { runAction } from '../drive/run-action.ts';
import { listedResource } from '../input/resource.ts';
import { handler } from '../work.ts';

/** Runs an action from a resource's definition: assign, e-mail, a template. */
export const run = handler(async (work) => {
  const definition = await listedResource(work);
  const verb = work.operation.split('.')[1];
  const action = definition.actions?.find(({ name }) => name === verb);
  if (action === undefined) throw new TypeError(`${work.operation} has no definition.`);
  await runAction(work, definition, action);
  return undefined;
});
