import type { Decision } from '@forecourt/core';
import { useEffect, useRef } from 'react';

const READY = 'button:enabled';

interface DialogFootProps {
  readonly view: {
    readonly status: string;
    readonly busy?: boolean;
    readonly needs?: readonly { readonly issues: readonly unknown[] }[];
    readonly error?: { readonly message: string };
    readonly commands: { readonly submit: Decision; readonly retry: Decision };
  };
  /** Id of the form that the button submits. */
  readonly form: string;
  readonly label: string;
  readonly closeLabel?: string;
  readonly onClose: () => void;
  readonly onRetry: () => void;
}

/** Cancel and the submit button, which is disabled with a reason while it can't run (CARD-07). */
export function DialogFoot(props: DialogFootProps) {
  const { view, form, label, closeLabel = 'Cancel', onClose, onRetry } = props;
  const { retry, submit } = view.commands;
  const busy = view.busy === true;
  const foot = useRef<HTMLElement>(null);
  useEffect(() => {
    // The pressed button was disabled while it ran, and lost the focus to the page behind.
    const isLost = document.activeElement === document.body;
    if (!isLost || busy) return;
    const ready = [...(foot.current?.querySelectorAll<HTMLElement>(READY) ?? [])];
    // The foot is always in sight: a long list of refused rows must not scroll what was said about it away.
    ready.at(-1)?.focus({ preventScroll: true });
  }, [busy]);
  const hasIssues = view.needs?.some(({ issues }) => issues.length > 0);
  const refusal = busy || submit.allowed || retry.allowed ? undefined : submit.reason.message;
  // Don't repeat a message that a field or the error above already shows.
  const why = hasIssues || refusal === view.error?.message ? undefined : refusal;
  return (
    <footer ref={foot} className="dialog-foot">
      {why && <p className="why">{why}</p>}
      <button type="button" className="button" disabled={busy} onClick={onClose}>
        {closeLabel}
      </button>
      {retry.allowed ? (
        <button type="button" className="button primary" onClick={onRetry}>
          Try again
        </button>
      ) : (
        <button
          type="submit"
          form={form}
          className="button primary"
          disabled={busy || !submit.allowed}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          {label}
        </button>
      )}
    </footer>
  );
}
