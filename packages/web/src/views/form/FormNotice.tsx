import type { Failure } from '@forecourt/core';
import { useEffect, useRef } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { Notice } from '../../parts/Notice.tsx';
import type { Form } from './use-form.ts';

interface FailedProps {
  readonly error: Failure;
  readonly onAgain: () => void;
}

/**
 * Why a form wasn't saved. Takes the focus, because in a long form it is out of sight; errors of fields take it
 * themselves. What isn't known is asked again as soon as the browser is online.
 */
function Failed({ error, onAgain }: FailedProps) {
  const notice = useRef<HTMLDivElement>(null);
  const { detail, fields = {}, message, outcome } = error;
  const unknown = outcome === 'unknown';
  const atFields = Object.keys(fields).length > 0;
  useEffect(() => {
    if (error && !atFields) notice.current?.focus();
  }, [error, atFields]);
  useEffect(() => {
    if (!unknown) return;
    addEventListener('online', onAgain);
    return () => removeEventListener('online', onAgain);
  });
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice tone={unknown ? 'warn' : 'bad'} role="alert">
        <Icon name="warning" />
        <span>
          <strong>{message}</strong> {!atFields && detail}
          {unknown && !navigator.onLine && ' It is asked again when you are online.'}
        </span>
      </Notice>
    </div>
  );
}

interface RestoredProps {
  /** Whether the form has secrets, which are kept nowhere. */
  readonly secret?: boolean;
}

export const RestoredNotice = ({ secret = false }: RestoredProps) => (
  <Notice tone="warn" role="status">
    <Icon name="warning" />
    <span>
      This is what you had entered here. It is not saved yet.
      {secret && ' A password is not kept: enter it again.'}
    </span>
  </Notice>
);

const lacksSecret = ({ data: { fields, mode, secretsProvided } }: Form['view']): boolean =>
  mode === 'create' && fields.some(({ name, secret }) => secret && !secretsProvided.includes(name));

/** The error or progress above a form's buttons. */
export function FormNotice({ form: { restored, view, send } }: { readonly form: Form }) {
  if (view.status === 'pending' && view.step === 'resolving') {
    return (
      <Notice tone="warn" role="status">
        <span className="spinner" aria-hidden="true" />
        The answer was lost, so it is not known yet whether this was saved. Asking the service …
      </Notice>
    );
  }
  if (view.status === 'failed') {
    return <Failed error={view.error} onAgain={() => send({ type: 'retry' })} />;
  }
  if (view.status === 'pending' && view.step === 'editing' && view.data.notice !== undefined) {
    return (
      <Notice tone="warn" role="status">
        <Icon name="warning" />
        <span>{view.data.notice}</span>
      </Notice>
    );
  }
  if (view.status === 'pending' && view.step === 'editing' && view.commands.retry.allowed) {
    return (
      <Notice tone="warn" role="alert">
        <Icon name="warning" />
        <span>Some choices could not be loaded.</span>
        <button type="button" className="link" onClick={() => send({ type: 'retry' })}>
          Try again
        </button>
      </Notice>
    );
  }
  if (view.status === 'pending' && view.step === 'editing' && restored && view.data.dirty) {
    return <RestoredNotice secret={lacksSecret(view)} />;
  }
  return null;
}
