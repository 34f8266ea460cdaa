import { can } from '@forecourt/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../parts/Icon.tsx';
import { Popover } from '../parts/Popover.tsx';
import { usePortal, useSession } from '../platform/portal-context.ts';
import { logOut } from './log-out.ts';

const loadDialog = () => import('./switching/SwitchDialog.tsx');
const SwitchDialog = lazy(async () => ({ default: (await loadDialog()).SwitchDialog }));

const initials = (first: string, last: string): string =>
  `${first.charAt(0)}${last.charAt(0)}`.toUpperCase();

function SwitchItem({ onPick }: { readonly onPick: () => void }) {
  const eligible = useSession()?.switchEligible === true;
  if (eligible) {
    return (
      <button
        type="button"
        className="menu-item"
        onClick={onPick}
        onPointerEnter={() => void loadDialog()}
      >
        Switch Account
      </button>
    );
  }
  return (
    <button type="button" className="menu-item" aria-disabled="true" aria-describedby="switch-why">
      Switch Account
      <small id="switch-why">Your account manages no other account.</small>
    </button>
  );
}

/** Profile, Switch Account, Logout (SHELL-08). */
export function UserMenu() {
  const { client } = usePortal();
  const session = useSession();
  const [switching, setSwitching] = useState(false);
  const { firstName = '', lastName = '', email = '' } = session?.user ?? {};
  const name = `${firstName} ${lastName}`.trim() || email || 'Account';
  return (
    <>
      <Popover
        label="Account"
        buttonClass="bar-button user-button"
        button={
          <>
            <span className="avatar" aria-hidden="true">
              {initials(firstName, lastName) || <Icon name="user" />}
            </span>
            <span className="user-name">{name}</span>
            <Icon name="down" />
          </>
        }
      >
        {(close) => (
          <>
            <p className="menu-head">
              <strong>{name}</strong>
              <span className="quiet">{session?.company?.name}</span>
            </p>
            {can(session?.access, 'profile.get').allowed && (
              <Link className="menu-item" to="/profile" onClick={close}>
                Profile
              </Link>
            )}
            <SwitchItem
              onPick={() => {
                close();
                setSwitching(true);
              }}
            />
            <button type="button" className="menu-item" onClick={() => logOut(client)}>
              Logout
            </button>
          </>
        )}
      </Popover>
      {switching && (
        <Suspense>
          <SwitchDialog onClose={() => setSwitching(false)} />
        </Suspense>
      )}
    </>
  );
}
