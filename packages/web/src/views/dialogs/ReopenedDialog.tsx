import type { AnyListed } from '@forecourt/core';
import { useState } from 'react';
import type { KeptDialog } from '../form/use-draft.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { BulkDialog } from './BulkDialog.tsx';

interface ReopenedProps {
  readonly definition: AnyListed;
  readonly kept: KeptDialog;
  readonly onDone: () => void;
  /** Called with the ids of the rows that can be tried again, when a change of picked rows has ended. */
  readonly onLeft?: (ids: readonly string[]) => void;
}

const ignore = () => undefined;

/** Reopens the dialog of an action, or of a change of picked rows, that was open when a session ended (AUTH-09). */
export function ReopenedDialog({ definition, kept, onDone, onLeft = ignore }: ReopenedProps) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const { picked = [], saved } = kept;
  const action = definition.actions?.find(({ name }) => name === kept.action);
  const bulk = definition.bulk?.find(({ name }) => name === kept.bulk);
  if (!open) return null;
  return (
    <>
      {action && (
        <ActionDialog
          definition={definition}
          action={action}
          ids={[]}
          saved={saved}
          onClose={close}
          onDone={onDone}
        />
      )}
      {bulk && (
        <BulkDialog
          definition={definition}
          bulk={bulk}
          rows={picked}
          saved={{ run: saved, leftToDo: true, at: '' }}
          onLeft={onLeft}
          onClose={close}
          onChanged={onDone}
        />
      )}
    </>
  );
}
