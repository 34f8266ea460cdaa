import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { useAskedAction } from '../../platform/asked-action.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import type { ListToolsProps } from '../../views/slots.ts';

const ImportHistory = dialogOnDemand(() => import('./ImportHistory.tsx'), 'ImportHistory');
const ImportDialog = dialogOnDemand(() => import('./ImportDialog.tsx'), 'ImportDialog');

/** Import Transactions, for users with the create right (TXN-14). */
export function ImportTools({ definition, actions, onChanged }: ListToolsProps) {
  const [open, setOpen] = useState(false);
  const [past, setPast] = useState(false);
  const offered = definition.import;
  useAskedAction('import', () => setOpen(true));
  if (!offered || actions.import?.allowed !== true) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => setPast(true)}
        {...ImportHistory.near}
      >
        Past imports
      </button>
      <button
        type="button"
        className="button primary"
        onClick={() => setOpen(true)}
        {...ImportDialog.near}
      >
        <Icon name="upload" />
        {offered.label}
      </button>
      {past && <ImportHistory onClose={() => setPast(false)} />}
      {open && (
        <ImportDialog offered={offered} onClose={() => setOpen(false)} onImported={onChanged} />
      )}
    </>
  );
}
