import { ConfirmDialog } from '../../shell/AskFirst.tsx';
import type { Form } from './use-form.ts';
import { useGuard } from './use-guard.ts';

/** Guards a form and asks before input is discarded (FORM-01). */
export function LeaveDialog({ form }: { readonly form: Form }) {
  const asked = useGuard(form);
  if (!asked) return null;
  const { need, leave, stay } = asked;
  return (
    <ConfirmDialog
      title={need.label}
      message={need.message}
      accept={need.accept}
      reject={need.reject}
      onAccept={leave}
      onReject={stay}
    />
  );
}
