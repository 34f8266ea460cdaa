import type { AnyListed } from '@forecourt/core';
import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';

const BundleDialog = dialogOnDemand(() => import('./BundleDialog.tsx'), 'BundleDialog');

interface BundleButtonProps {
  readonly definition: AnyListed;
  readonly keys: readonly string[];
  readonly className?: string;
  readonly label?: string;
  readonly onSaved?: (left: readonly string[]) => void;
}

/** Opens the dialog that saves the files of the selected records (INV-10). */
export function BundleButton(props: BundleButtonProps) {
  const { definition, keys, className = 'button', label, onSaved } = props;
  const [open, setOpen] = useState(false);
  const { bundle } = definition;
  if (!bundle) return null;
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={() => setOpen(true)}
        {...BundleDialog.near}
      >
        <Icon name="download" />
        {label ?? bundle.label}
        {label === undefined && keys.length > 0 && <span className="count">{keys.length}</span>}
      </button>
      {open && (
        <BundleDialog
          definition={definition}
          bundle={bundle}
          keys={keys}
          onClose={() => setOpen(false)}
          onSaved={onSaved}
        />
      )}
    </>
  );
}
