import {
  type ActionDefinition,
  type AnyListed,
  actionPorts,
  actionWorkflow,
} from '@forecourt/core';
import { useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { runWorkflow } from '../../workflow/use-workflow.ts';

/** Runs an action that asks for nothing, and says how it ended. */
export function useAction(definition: AnyListed, onDone: () => void) {
  const { client } = usePortal();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const run = async (action: ActionDefinition, ids: readonly string[]) => {
    setBusy(true);
    const ports = actionPorts(client, definition, action, keepDownload(action.label));
    const end = await runWorkflow(actionWorkflow(ports), { ids });
    setBusy(false);
    if (end.status === 'done') {
      toast('good', end.output.message, end.output.file?.name);
      onDone();
    } else if (end.status === 'failed') {
      const { code, message, detail } = end.error;
      toast(code === 'nothing_selected' ? 'warn' : 'bad', message, detail);
    }
  };
  return { busy, run };
}
