import {
  type ActionDefinition,
  type AnyListed,
  actionPorts,
  actionWorkflow,
  type Client,
  runWorkflow,
} from '@forecourt/core';
import { keepDownload } from '../../platform/save-file.ts';

/** Runs an action that needs no input; returns its result. */
export function runAction(
  client: Client,
  definition: AnyListed,
  action: ActionDefinition,
  ids: readonly string[],
) {
  const ports = actionPorts(client, definition, action, keepDownload(action.label));
  return runWorkflow(actionWorkflow(ports), { ids });
}
