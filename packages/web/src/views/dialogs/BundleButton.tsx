import type { AnyListed } from '@forecourt/core';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';

const loadDialog = () => import('./BundleDialog.tsx');
const BundleDialog = lazy(async () => ({ default: (await loadDialog()).BundleDialog }));

interface BundleButtonProps {
  readonly definition: AnyListed;
  readonly keys: readonly string[];
  readonly className?: string;
  readonly label?: string;
}

/** Opens the dialog that saves the files of the selected records (INV-10). */
export function BundleButton({ definition, keys, className = 'button', label }: BundleButtonProps) {
  const [open, setOpen] = useState(false);
  const { bundle } = definition;
  if (!bundle) return null;
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadDialog()}
      >
        <Icon name="download" />
        {label ?? bundle.label}
        {label === undefined && keys.length > 0 && <span className="count">{keys.length}</span>}
      </button>
      {open && (
        <Suspense>
          <BundleDialog
            definition={definition}
            bundle={bundle}
            keys={keys}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
