import { clientName, EMPTY, formatInstant, type OpenSession } from '@forecourt/core';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { logOut } from '../../shell/log-out.ts';
import type { useSessions } from './use-sessions.ts';
import '../../views/table.css';

interface RowProps {
  readonly session: OpenSession;
  readonly busy: string | undefined;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: RowProps) {
  const name = clientName(session.client);
  return (
    <tr>
      <th scope="row" title={session.client}>
        {name} {session.current && <span className="badge good">This session</span>}
      </th>
      <td data-label="Address" className="fixed">
        {session.address || EMPTY}
      </td>
      <td data-label="Signed in" className="fixed">
        {formatInstant(session.createdAt)}
      </td>
      <td data-label="Last seen" className="fixed">
        {formatInstant(session.lastSeenAt)}
      </td>
      <td data-label="Acting for">{session.actingAs || EMPTY}</td>
      <td className="figure">
        <button type="button" className="button" disabled={busy !== undefined} onClick={onEnd}>
          {busy === session.id && <span className="spinner" aria-hidden="true" />}
          Sign out
          <span className="unseen">
            {' '}
            {name}, {session.address}
          </span>
        </button>
      </td>
    </tr>
  );
}

const HEADINGS = ['Program', 'Address', 'Signed in', 'Last seen', 'Acting for'];

function SessionTable({
  sessions,
  busy,
  onEnd,
}: Pick<RowProps, 'busy'> & {
  readonly sessions: readonly OpenSession[];
  readonly onEnd: (session: OpenSession) => void;
}) {
  return (
    // Scrolled by keyboard too, where it is wider than the window.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus
    <section className="sessions-scroll" tabIndex={0} aria-label="Your sessions, table">
      <table className="table stacked">
        <thead>
          <tr>
            {HEADINGS.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">Sign out</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy}
              onEnd={() => onEnd(session)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Lists where the user is signed in, and ends sessions (AUTH-11). */
export function OwnSessions({ own }: { readonly own: ReturnType<typeof useSessions> }) {
  const { client } = usePortal();
  const { sessions, fault, busy, load, endOne, endOthers } = own;
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  // The row's button is gone, so the focus moves to the list's heading.
  const then = () => heading.current?.focus();
  const onEnd = ({ current, id }: OpenSession) => {
    if (current) void logOut(client);
    else void endOne(id).then(then);
  };
  return (
    <section className="panel screen-panel sessions" aria-labelledby="sessions-title">
      <div className="sessions-head">
        <h2 id="sessions-title" ref={heading} tabIndex={-1}>
          Your sessions
        </h2>
        {others > 0 && (
          <button
            type="button"
            className="button"
            disabled={busy !== undefined}
            onClick={() => setAsking(true)}
          >
            {busy === 'others' && <span className="spinner" aria-hidden="true" />}
            Sign out all others
          </button>
        )}
      </div>
      {fault ? (
        <ErrorPanel
          detail={fault.message}
          requestId={fault.requestId}
          onRetry={() => void load()}
        />
      ) : (
        <div aria-busy={sessions === undefined}>
          {sessions === undefined ? (
            <p className="quiet">Loading …</p>
          ) : (
            <SessionTable sessions={sessions} busy={busy} onEnd={onEnd} />
          )}
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title="Sign out all others"
          message={
            others === 1
              ? 'Your other session ends at once. What is not saved there is lost.'
              : `Your ${others} other sessions end at once. What is not saved there is lost.`
          }
          reject="Cancel"
          accept="Sign out all others"
          onReject={() => setAsking(false)}
          onAccept={() => {
            setAsking(false);
            void endOthers().then(then);
          }}
        />
      )}
    </section>
  );
}
