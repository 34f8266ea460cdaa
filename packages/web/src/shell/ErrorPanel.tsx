import { MESSAGES } from '@forecourt/core';
import { Icon } from '../parts/Icon.tsx';

interface ErrorPanelProps {
  /** Status of the answer: without the right, nothing is broken. */
  readonly status?: number | undefined;
  /** A second line with the cause. */
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly onRetry: () => void;
}

/** The page-level error, with a button to try again (SHELL-12). */
export function ErrorPanel({ detail, requestId, onRetry, status }: ErrorPanelProps) {
  return (
    <div className="panel empty error-panel" role="alert">
      <Icon name="warning" />
      <strong>{status === 403 ? MESSAGES.permissionDenied : MESSAGES.pageError}</strong>
      {detail && <p>{detail}</p>}
      {requestId && (
        <p>
          Request <code>{requestId}</code>
        </p>
      )}
      <button type="button" className="button" onClick={onRetry}>
        <Icon name="refresh" />
        Try again
      </button>
    </div>
  );
}
