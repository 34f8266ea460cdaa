import { hasUnsaved, MESSAGES } from '@forecourt/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { useHold } from './use-draft.ts';

interface QuestionProps {
  readonly asked: boolean;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Mounted while there is unsaved input: holds links, Back, reload and close of the tab, too. */
function LeaveQuestion({ asked, onLeave, onStay }: QuestionProps) {
  const { state, proceed, reset } = useHold(true);
  if (!asked && state !== 'blocked') return null;
  const { header, leave, message, stay } = MESSAGES.leave;
  return (
    <ConfirmDialog
      title={header}
      message={message}
      accept={leave}
      reject={stay}
      onAccept={() => (proceed ? proceed() : onLeave())}
      onReject={() => {
        reset?.();
        onStay();
      }}
    />
  );
}

/**
 * What a dialog over a workflow does when it is left: closes, or asks first if its view says that input would be lost
 * (FORM-01). Returns what Escape, Cancel and the close button call, and the question to draw in the dialog.
 */
export function useUnsaved(
  view: Parameters<typeof hasUnsaved>[0],
  onClose: () => void,
): { readonly leave: () => void; readonly question: ReactNode } {
  const [asked, setAsked] = useState(false);
  const unsaved = hasUnsaved(view);
  return {
    leave: () => (unsaved ? setAsked(true) : onClose()),
    question: unsaved && (
      <LeaveQuestion asked={asked} onLeave={onClose} onStay={() => setAsked(false)} />
    ),
  };
}
