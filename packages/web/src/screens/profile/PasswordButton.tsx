import { useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';

// The list of common passwords loads with the form.
const PasswordDialog = dialogOnDemand(() => import('./PasswordDialog.tsx'), 'PasswordDialog');

/**
 * Opens the form to change the user's own password; the form compares it with the account's e-mail
 * (USER-08).
 */
export function PasswordButton({ onChanged }: { readonly onChanged: () => void }) {
  const { client } = usePortal();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => setOpen(true)}
        {...PasswordDialog.near}
      >
        Change password
      </button>
      {open && (
        <PasswordDialog
          email={client.session.current?.user?.email ?? ''}
          onClose={() => setOpen(false)}
          onChanged={onChanged}
        />
      )}
    </>
  );
}
