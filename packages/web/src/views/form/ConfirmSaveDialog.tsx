import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import type { Form } from './use-form.ts';

/** Asks what a look before saving came to: the same cheque again (PAY-04). */
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
