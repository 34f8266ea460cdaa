import { MESSAGES } from '@forecourt/core';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { wouldLose } from '../platform/start-anew.ts';
import { dialogOnDemand } from './dialog-on-demand.tsx';

/** Loaded when the browser is idle, so that it is there without a connection, too. */
export const ConfirmDialog = dialogOnDemand(
  () => import('../parts/ConfirmDialog.tsx'),
  'ConfirmDialog',
);

type Run = () => void;

const AskContext = createContext<(run: Run) => void>((run) => run());

/** Returns a function that leaves the session behind, and asks first if a form would lose input. */
export const useAskFirst = (): ((run: Run) => void) => use(AskContext);

/** Asks the question of FORM-01 for sign-out and account switching, which bypass the router. */
export function AskFirst({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Run>();
  const ask = useCallback((run: Run) => {
    if (wouldLose()) setAsked(() => run);
    else run();
  }, []);
  return (
    <AskContext value={ask}>
      {children}
      {asked && (
        <ConfirmDialog
          title={MESSAGES.leave.header}
          message={MESSAGES.leave.message}
          accept={MESSAGES.leave.leave}
          reject={MESSAGES.leave.stay}
          onReject={() => setAsked(undefined)}
          onAccept={() => {
            setAsked(undefined);
            asked();
          }}
        />
      )}
    </AskContext>
  );
}
