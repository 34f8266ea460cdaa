import { MESSAGES } from '@forecourt/core';
import { useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { useAskFirst } from '../AskFirst.tsx';
import { useToast } from '../Toasts.tsx';

export const loadSwitchBack = () => import('./switch-back.ts');

/** Switches back to the user's own account; shows a toast on failure (AUTH-07). */
export function useSwitchBack(): [leaving: boolean, leave: () => void] {
  const { client } = usePortal();
  const toast = useToast();
  const [leaving, setLeaving] = useState(false);
  const ask = useAskFirst();
  const run = async () => {
    setLeaving(true);
    try {
      const failure = await (await loadSwitchBack()).switchBack(client);
      if (!failure) return;
      toast('bad', failure.message, failure.detail);
    } catch {
      toast('bad', MESSAGES.operationError);
    }
    setLeaving(false);
  };
  return [leaving, () => ask(() => void run())];
}
