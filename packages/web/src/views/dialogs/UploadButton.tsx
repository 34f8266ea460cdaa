import type { UploadDefinition } from '@forecourt/core';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { useAskedAction } from '../../platform/asked-action.ts';

const loadDialog = () => import('./UploadDialog.tsx');
const UploadDialog = lazy(async () => ({ default: (await loadDialog()).UploadDialog }));

interface UploadButtonProps {
  readonly upload: UploadDefinition;
  readonly onDone: () => void;
}

/** Opens the dialog that uploads a file of rows (CARD-03). */
export function UploadButton({ upload, onDone }: UploadButtonProps) {
  const [open, setOpen] = useState(false);
  useAskedAction('import', () => setOpen(true));
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadDialog()}
      >
        <Icon name="upload" />
        {upload.label}
      </button>
      {open && (
        <Suspense>
          <UploadDialog upload={upload} onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  );
}
