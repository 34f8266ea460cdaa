import type { AnyListed } from '@forecourt/core';
import { useState } from 'react';
import type { KeptDialog } from '../form/use-draft.ts';
import { ActionDialog } from './ActionDialog.tsx';

interface KeptActionProps {
  readonly definition: AnyListed;
  readonly kept: KeptDialog;
  readonly onDone: () => void;
}

/** Reopens an action's dialog that was open when a session ended, with its input (AUTH-09). */
export function KeptAction({ definition, kept, onDone }: KeptActionProps) {
  const [open, setOpen] = useState(true);
  const action = definition.actions?.find(({ name }) => name === kept.action);
  if (!open || action === undefined) return null;
  return (
    <ActionDialog
      definition={definition}
      action={action}
      ids={[]}
      saved={kept.saved}
      onClose={() => setOpen(false)}
      onDone={onDone}
    />
  );
}
