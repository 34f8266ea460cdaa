import {
  EMPTY,
  MESSAGES,
  type PermissionPair,
  permissionPairs,
  recordPorts,
  recordWorkflow,
  type User,
  users,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { Dialog } from '../../parts/Dialog.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { PermissionGrid } from './PermissionGrid.tsx';
import './permission.css';

interface PermissionDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

const nameOf = ({ first_name: first, last_name: last, email }: User): string =>
  [first, last].filter(Boolean).join(' ') || email || EMPTY;

function Heading({ user }: { readonly user: User }) {
  return (
    <dl className="permission-of">
      <div>
        <dt>User</dt>
        <dd>{nameOf(user)}</dd>
      </div>
      <div>
        <dt>Company</dt>
        <dd>{user.company || EMPTY}</dd>
      </div>
      <div>
        <dt>Role</dt>
        <dd>{user.role || EMPTY}</dd>
      </div>
    </dl>
  );
}

const BARS: readonly PermissionPair[] = Array.from({ length: 13 }, (_, index) => ({
  name: `bar-${index}`,
  label: '',
  value: false,
}));

/** A user's current permissions, loaded when opened (USER-02). */
export function PermissionDialog({ id, onClose }: PermissionDialogProps) {
  const { client } = usePortal();
  const [view, send] = useWorkflow(() => recordWorkflow<User>(recordPorts(client, users)), { id });
  const { record: user } = view.data;
  return (
    <Dialog title={MESSAGES.users.permission} onClose={onClose} wide>
      <div className="dialog-body" aria-busy={view.status === 'pending' && view.busy}>
        {view.status === 'failed' ? (
          <ErrorPanel
            detail={view.error.message}
            requestId={view.error.requestId}
            onRetry={() => send({ type: 'retry' })}
          />
        ) : (
          <>
            {user && <Heading user={user} />}
            <PermissionGrid pairs={user ? permissionPairs(user) : BARS} waiting={!user} />
          </>
        )}
      </div>
      <footer className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  );
}
