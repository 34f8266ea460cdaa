import { MESSAGES } from '@forecourt/core';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import type { RowToolsProps } from '../../views/slots.ts';

const loadDialog = () => import('./PermissionDialog.tsx');
const PermissionDialog = lazy(async () => ({ default: (await loadDialog()).PermissionDialog }));

/** Shows a user's permissions (USER-02). */
export function PermissionButton({ row, name }: RowToolsProps) {
  const [open, setOpen] = useState(false);
  const label = MESSAGES.users.viewPermission;
  return (
    <>
      <button
        type="button"
        className="button plain square row-action"
        title={label}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadDialog()}
      >
        <Icon name="shield" />
        <span className="unseen">
          {label} of {name}
        </span>
      </button>
      {open && (
        <Suspense>
          <PermissionDialog id={String(row.id)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
