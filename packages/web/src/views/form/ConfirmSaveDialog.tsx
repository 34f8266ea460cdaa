import { ConfirmDialog } from '../../shell/AskFirst.tsx';
import type { Form } from './use-form.ts';

/** Asks for confirmation of a finding of the check before saving, such as a repeated cheque (PAY-04). */
export function ConfirmSaveDialog({ form: { send, view } }: { readonly form: Form }) {
  if (view.status !== 'pending' || view.step !== 'confirmingSave') return null;
  const [need] = view.needs;
  if (need?.kind !== 'confirmation') return null;
  return (
    <ConfirmDialog
      title={need.label}
      message={need.message}
      accept={need.accept}
      reject={need.reject}
      harmless
      onAccept={() => send({ type: 'confirm' })}
      onReject={() => send({ type: 'stay' })}
    />
  );
}
