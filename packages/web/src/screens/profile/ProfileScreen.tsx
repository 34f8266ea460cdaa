/**
 * The profile of the signed-in user. This folder shows the account, its password and its sessions;
 * other users' accounts belong to the `users` resource.
 */
import { EMPTY, type FormField, type Need, recordWorkflow } from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { NeedField } from '../../fields/NeedField.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { PasswordButton } from './PasswordButton.tsx';
import { PicturePicker } from './PicturePicker.tsx';
import { profilePorts } from './profile-resource.ts';
import { useSessions } from './use-sessions.ts';
import '../screen.css';
import './profile.css';

const ignore = () => undefined;

/** Presents a read-only field as a need, so that the form's controls can draw it. */
const shownNeed = ({ name, label, required = false, locked }: FormField, value: string): Need => ({
  kind: 'field',
  input: 'text',
  name,
  label,
  required,
  answered: true,
  issues: [],
  secret: false,
  value,
  ...(locked !== undefined && { locked }),
});

/** User Profile: the signed-in user's data, read-only (PROF-01), password and sessions. */
export function ProfileScreen() {
  const { client } = usePortal();
  const [view, send] = useWorkflow(() => recordWorkflow(profilePorts(client)), { id: 'own' });
  const own = useSessions();
  const { draft, fields, record } = view.data;
  const name = `${record?.first_name ?? ''} ${record?.last_name ?? ''}`.trim();
  return (
    <div className="page" aria-busy={view.status === 'pending' && view.busy}>
      <div className="page-head">
        <h1>User Profile</h1>
        <PasswordButton onChanged={() => void own.load()} />
      </div>
      {view.status === 'failed' ? (
        <ErrorPanel
          detail={view.error.message}
          requestId={view.error.requestId}
          onRetry={() => send({ type: 'retry' })}
        />
      ) : (
        <form
          className="panel screen-panel profile"
          aria-label="User Profile"
          onSubmit={(event) => event.preventDefault()}
        >
          <PicturePicker name={name} picture={record?.profile_img ?? ''} />
          <div className="screen-fields">
            {fields.map((field) => (
              <NeedField
                key={field.name}
                need={shownNeed(field, record ? String(draft[field.name] || EMPTY) : '')}
                disabled={false}
                onChange={ignore}
              />
            ))}
          </div>
        </form>
      )}
      <OwnSessions own={own} />
    </div>
  );
}
