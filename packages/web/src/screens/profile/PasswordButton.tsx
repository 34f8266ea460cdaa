import { lazy, Suspense, useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';

// The list of passwords that are used most comes with the form.
const loadDialog = () => import('./PasswordDialog.tsx');
const PasswordDialog = lazy(async () => ({ default: (await loadDialog()).PasswordDialog }));

/** Changes the own password; it is held against the account's email (USER-08). */
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
