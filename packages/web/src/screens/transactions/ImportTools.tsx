import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { useAskedAction } from '../../platform/asked-action.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { useKeptChoices } from '../../views/form/use-draft.ts';
import type { ListToolsProps } from '../../views/slots.ts';

const ImportHistory = dialogOnDemand(() => import('./ImportHistory.tsx'), 'ImportHistory');
const ImportDialog = dialogOnDemand(() => import('./ImportDialog.tsx'), 'ImportDialog');

/** Import Transactions, for users with the create right (TXN-14). */
export function ImportTools({ definition, actions, onChanged }: ListToolsProps) {
  const [kept, setKept] = useState(useKeptChoices('import'));
  const [open, setOpen] = useState(kept !== undefined);
  const [past, setPast] = useState(false);
  const offered = definition.import;
  useAskedAction('import', () => setOpen(true));
  const close = () => {
    setOpen(false);
    setKept(undefined);
  };
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
        <ImportDialog offered={offered} kept={kept} onClose={close} onImported={onChanged} />
      )}
    </>
  );
}
