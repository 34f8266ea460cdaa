import { lazy, Suspense, useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';

// The list of common passwords loads with the form.
const loadDialog = () => import('./PasswordDialog.tsx');
const PasswordDialog = lazy(async () => ({ default: (await loadDialog()).PasswordDialog }));

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
        onPointerEnter={() => void loadDialog()}
      >
        Change password
      </button>
      {open && (
        <Suspense>
          <PasswordDialog
            email={client.session.current?.user?.email ?? ''}
            onClose={() => setOpen(false)}
            onChanged={onChanged}
          />
        </Suspense>
      )}
    </>
  );
}
