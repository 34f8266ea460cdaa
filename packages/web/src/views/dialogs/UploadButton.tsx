import type { AnyListed, UploadDefinition } from '@forecourt/core';
import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { useAskedAction } from '../../platform/asked-action.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';

const UploadDialog = dialogOnDemand(() => import('./UploadDialog.tsx'), 'UploadDialog');

interface UploadButtonProps {
  readonly definition: AnyListed;
  readonly upload: UploadDefinition;
  readonly onDone: () => void;
}

/** Opens the dialog that uploads a file of rows (CARD-03). */
export function UploadButton({ definition, upload, onDone }: UploadButtonProps) {
  const [open, setOpen] = useState(false);
  useAskedAction('import', () => setOpen(true));
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)} {...UploadDialog.near}>
        <Icon name="upload" />
        {upload.label}
      </button>
      {open && (
        <UploadDialog
          definition={definition}
          upload={upload}
          onClose={() => setOpen(false)}
          onDone={onDone}
        />
      )}
    </>
  );
}
