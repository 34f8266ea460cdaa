import { MESSAGES } from '@forecourt/core';
import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import type { RowToolsProps } from '../../views/slots.ts';

const PermissionDialog = dialogOnDemand(() => import('./PermissionDialog.tsx'), 'PermissionDialog');

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
        {...PermissionDialog.near}
      >
        <Icon name="shield" />
        <span className="unseen">
          {label} of {name}
        </span>
      </button>
      {open && <PermissionDialog id={String(row.id)} onClose={() => setOpen(false)} />}
    </>
  );
}
