import { Icon } from '../../parts/Icon.tsx';
import type { Form } from './use-form.ts';

/** The error or progress above a form's buttons. */
export function FormNotice({ form: { view, send } }: { readonly form: Form }) {
  if (view.status === 'pending' && view.step === 'resolving') {
    return (
      <p className="notice warn" role="status">
        <span className="spinner" aria-hidden="true" />
        The answer was lost, so it is not known yet whether this was saved. Asking the service …
      </p>
    );
  }
  if (view.status === 'failed') {
    const { message, detail, fields = {}, outcome } = view.error;
    const atFields = Object.keys(fields).length > 0;
    return (
      <p className={`notice ${outcome === 'unknown' ? 'warn' : 'bad'}`} role="alert">
        <Icon name="warning" />
        <span>
          <strong>{message}</strong> {!atFields && detail}
        </span>
      </p>
    );
  }
  if (view.status === 'pending' && view.step === 'editing' && view.data.notice !== undefined) {
    return (
      <p className="notice warn" role="status">
        <Icon name="warning" />
        <span>{view.data.notice}</span>
      </p>
    );
  }
  if (view.status === 'pending' && view.step === 'editing' && view.commands.retry.allowed) {
    return (
      <p className="notice warn" role="alert">
        <Icon name="warning" />
        <span>Some choices could not be loaded.</span>
        <button type="button" className="link" onClick={() => send({ type: 'retry' })}>
          Try again
        </button>
      </p>
    );
  }
  return null;
}
