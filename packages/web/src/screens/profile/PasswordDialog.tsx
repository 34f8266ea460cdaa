import { ownPassword } from '@forecourt/core';
import { FormDialog } from '../../views/form/FormDialog.tsx';

interface PasswordDialogProps {
  readonly email: string;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** The password form: the current one, the new one twice (USER-08). */
export function PasswordDialog({ email, onClose, onChanged }: PasswordDialogProps) {
  return (
    <FormDialog
      definition={ownPassword}
      provided={{ email }}
      onClose={onClose}
      onSaved={onChanged}
    />
  );
}
