import { type Client, type Failure, runWorkflow } from '@forecourt/core';
import { accountChange } from './account-change.ts';

/**
 * Switches back to the user's own account; returns the failure that prevented it (AUTH-07). The
 * service ends the switched session when it opens the own one, so the own one is used from then on,
 * even before its rights are loaded.
 */
export async function switchBack(client: Client): Promise<Failure | undefined> {
  const { enter, enterBare, workflow } = accountChange(client, 'back');
  const end = await runWorkflow(workflow, {});
  if (end.status === 'done') enter();
  return end.status === 'failed' && !enterBare() ? end.error : undefined;
}
