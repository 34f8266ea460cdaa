import { PAGE_MESSAGES } from '@forecourt/core';
import { useEffect, useRef } from 'react';
import { Icon } from '../parts/Icon.tsx';

interface ErrorPanelProps {
  /** Status of the answer: without the right, nothing is broken. */
  readonly status?: number | undefined;
  /** A second line with the cause. */
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  /** What was asked for, if it is a single record: 'invoice'. */
  readonly noun?: string;
  /** The record's id, as the address has it. */
  readonly id?: string | undefined;
  /** What was asked for, if it is a list: 'exceptions'. A service may be without some. */
  readonly listed?: string;
  readonly onRetry: () => void;
}

/** The page-level error, with a button to try again (SHELL-12). */
export function ErrorPanel({
  detail,
  id,
  listed,
  noun,
  requestId,
  onRetry,
  status,
}: ErrorPanelProps) {
  const absent = noun
    ? `This ${noun} doesn't exist or was deleted.`
    : listed && `This service has no list of ${listed}.`;
  // No record has an id that the service can't even read; a number it can, so its 400 has another cause.
  const unreadable = status === 400 && id !== undefined && !/^\d+$/.test(id);
  const missing = (status === 404 || unreadable) && absent;
  const panel = useRef<HTMLDivElement>(null);
  // Rows may stay below it, and the button that was pressed is below those.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  // Tried again by itself as soon as there is a network.
  useEffect(() => {
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [onRetry]);
  const offline = !navigator.onLine && 'You are offline. Connect to the network, then try again.';
  return (
    <div ref={panel} className="panel empty error-panel" role="alert">
      <Icon name="warning" />
      <strong>
        {status === 403
          ? PAGE_MESSAGES.permissionDenied
          : missing || offline || PAGE_MESSAGES.pageError}
      </strong>
      {detail && !offline && !unreadable && <p>{detail}</p>}
      {requestId && !missing && (
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
