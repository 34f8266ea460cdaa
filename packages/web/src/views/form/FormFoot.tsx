import { Icon } from '../../parts/Icon.tsx';
import type { Form } from './use-form.ts';
import { hasNext } from './use-form.ts';

/** The number of fields with an error. */
function faults({ view }: Form): number {
  return 'needs' in view ? view.needs.filter(({ issues }) => issues.length > 0).length : 0;
}

function whyNot(form: Form): string | undefined {
  const { view } = form;
  const { submit } = view.commands;
  const count = faults(form);
  if (count > 0) {
    return count === 1 ? 'One field needs attention.' : `${count} fields need attention.`;
  }
  const editing = view.status === 'pending' && view.step === 'editing';
  return editing && !submit.allowed && !hasNext(form) ? submit.reason.message : undefined;
}

interface SubmitButtonProps {
  readonly form: Form;
  readonly busy: boolean;
  readonly saved: boolean;
  readonly onGone: () => void;
}

function SubmitButton({ form, busy, saved, onGone }: SubmitButtonProps) {
  const { view, send } = form;
  const { retry, submit } = view.commands;
  if (view.status === 'failed' && view.error.outcome === 'unknown') {
    if (!retry.allowed) return null;
    return (
      <button type="button" className="button primary" onClick={() => send({ type: 'retry' })}>
        Ask again
      </button>
    );
  }
  if (!submit.allowed && submit.reason.code === 'gone') {
    return (
      <>
        <button type="button" className="button" disabled>
          {view.data.submitLabel}
        </button>
        <button type="button" className="button primary" onClick={onGone}>
          Back to the list
        </button>
      </>
    );
  }
  const next = hasNext(form);
  // With correctable errors the button stays enabled and leads to them; otherwise it is disabled
  // and says why.
  const off = !next && !submit.allowed && faults(form) === 0;
  // The form leads back by itself after a moment (FORM-04); nobody has to wait for it.
  const leaves = saved && view.commands.leave.allowed;
  return (
    <button
      type={leaves ? 'button' : 'submit'}
      className="button primary"
      disabled={!leaves && (busy || saved || off)}
      // A required field that is left empty says so below it: the button would move away under the press.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => {
        // What opens now, a question say, gives the focus back to it.
        currentTarget.focus();
        if (leaves) send({ type: 'leave' });
      }}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {saved && <Icon name="check" />}
      {leaves ? 'Saved: go back now' : next ? 'Next' : view.data.submitLabel}
      {next && <Icon name="chevron" />}
    </button>
  );
}

interface FormFootProps {
  readonly form: Form;
  readonly className: string;
  /** Undefined hides Cancel. */
  readonly onCancel?: (() => void) | undefined;
  /** Leads to the list, from a record that was deleted meanwhile; asks first while input would be lost. */
  readonly onGone: () => void;
}

/** Cancel, a wizard's Back, and the submit button with the reason when it is disabled. */
export function FormFoot({ form, onCancel, onGone, className }: FormFootProps) {
  const { view, send } = form;
  const pending = view.status === 'pending';
  const busy = pending && view.busy;
  const saved = view.status === 'done' || (pending && view.step === 'saved');
  const why = whyNot(form);
  return (
    <footer className={className}>
      {why && (
        <p className="why" role="status">
          {why}
        </p>
      )}
      {onCancel && (
        <button type="button" className="button" disabled={busy || saved} onClick={onCancel}>
          Cancel
        </button>
      )}
      {view.commands.back.allowed && (
        <button type="button" className="button" onClick={() => send({ type: 'back' })}>
          <Icon name="chevron-left" />
          Back
        </button>
      )}
      <SubmitButton form={form} busy={busy} saved={saved} onGone={onGone} />
    </footer>
  );
}
