import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { useAskedAction } from '../../platform/asked-action.ts';
import type { ListToolsProps } from '../../views/slots.ts';

const loadDialog = () => import('./ImportDialog.tsx');
const ImportDialog = lazy(async () => ({ default: (await loadDialog()).ImportDialog }));

/** Import Transactions, for users with the create right (TXN-14). */
export function ImportTools({ definition, actions, onChanged }: ListToolsProps) {
  const [open, setOpen] = useState(false);
  const offered = definition.import;
  useAskedAction('import', () => setOpen(true));
  if (!offered || actions.import?.allowed !== true) return null;
  return (
    <>
      <button
        type="button"
        className="button primary"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadDialog()}
      >
        <Icon name="upload" />
        {offered.label}
      </button>
      {open && (
        <Suspense>
          <ImportDialog offered={offered} onClose={() => setOpen(false)} onImported={onChanged} />
        </Suspense>
      )}
    </>
  );
}
