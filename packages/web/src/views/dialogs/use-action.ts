import type { ActionDefinition, AnyListed } from '@forecourt/core';
import { useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { useToast } from '../../shell/Toasts.tsx';

/** Runs actions that need no input and reports their results; loads the code with the first one. */
export function useAction(definition: AnyListed, onDone: () => void) {
  const { client } = usePortal();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const run = async (action: ActionDefinition, ids: readonly string[]) => {
    setBusy(true);
    const { runAction } = await import('./run-action.ts');
    const end = await runAction(client, definition, action, ids);
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
