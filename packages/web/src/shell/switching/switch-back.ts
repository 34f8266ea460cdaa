import type { Client, Failure } from '@forecourt/core';
import { runWorkflow } from '../../workflow/use-workflow.ts';
import { crossing } from './account-change.ts';

/**
 * Back to the own account; gives what kept it from it (AUTH-07). The service ends the switched session as
 * it opens the own one: from there on the own one is gone on with, its rights loaded or not yet.
 */
export async function switchBack(client: Client): Promise<Failure | undefined> {
  const { enter, enterBare, workflow } = crossing(client, 'back');
  const end = await runWorkflow(workflow, {});
  if (end.status === 'done') enter();
  return end.status === 'failed' && !enterBare() ? end.error : undefined;
}
