import type { Client, Failure } from '@forecourt/core';
import { runWorkflow } from '../../workflow/use-workflow.ts';
import { crossing } from './crossing.ts';

/** Back to the own account; gives what kept it from it (AUTH-07). */
export async function switchBack(client: Client): Promise<Failure | undefined> {
  const { enter, workflow } = crossing(client, 'back');
  const end = await runWorkflow(workflow, {});
  if (end.status === 'failed') return end.error;
  if (end.status === 'done') enter();
  return undefined;
}
