import { type AnyListed, type BulkDefinition, can, type ListView } from '@forecourt/core';
import { useState } from 'react';
import { useSession } from '../../platform/portal-context.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { type KeptRun, keptReport } from '../dialogs/kept-report.ts';
import type { AnyRow, SendToList } from './use-list.ts';

const BulkDialog = dialogOnDemand(() => import('../dialogs/BulkDialog.tsx'), 'BulkDialog');

interface Open {
  readonly bulk: BulkDefinition;
  /** A run whose report was open when the tab or the session was left. */
  readonly saved?: KeptRun;
}

interface BulkButtonsProps {
  readonly definition: AnyListed;
  readonly view: ListView<AnyRow>;
  readonly send: SendToList;
}

/** The changes of the selected rows that the account may make (LIST-15). */
export function BulkButtons({ definition, view, send }: BulkButtonsProps) {
  const access = useSession()?.access;
  // Only one with something left to do opens by itself; another one is not news, and waits for a press.
  const [open, setOpen] = useState<Open | undefined>(() => {
    const kept = keptReport(definition);
    return kept?.saved.leftToDo ? kept : undefined;
  });
  const last = open ? undefined : keptReport(definition);
  const offered = (definition.bulk ?? []).filter(({ action }) => can(access, action).allowed);
  return (
    <>
      {last && (
        <div className="bulk-buttons">
          <button
            type="button"
            className="button"
            onClick={() => setOpen(last)}
            {...BulkDialog.near}
          >
            Last report
          </button>
        </div>
      )}
      {view.data.selection.length > 0 && offered.length > 0 && (
        <div className="bulk-buttons">
          {offered.map((bulk) => (
            <button
              key={bulk.name}
              type="button"
              className="button"
              onClick={() => setOpen({ bulk })}
              {...BulkDialog.near}
            >
              {bulk.label}
            </button>
          ))}
        </div>
      )}
      {open && (
        <BulkDialog
          definition={definition}
          bulk={open.bulk}
          saved={open.saved}
          rows={view.data.picked}
          onLeft={(ids) => send({ type: 'selection.kept', ids })}
          onClose={() => setOpen(undefined)}
          onChanged={() => send({ type: 'reload' })}
        />
      )}
    </>
  );
}
