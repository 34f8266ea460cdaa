import { can } from '@forecourt/core';
import { Link } from 'react-router-dom';
import { Icon } from '../parts/Icon.tsx';
import { Popover } from '../parts/Popover.tsx';
import { usePortal, useSession } from '../platform/portal-context.ts';
import { useAskFirst } from './AskFirst.tsx';
import { logOut } from './log-out.ts';

const initials = (first: string, last: string): string =>
  `${first.charAt(0)}${last.charAt(0)}`.toUpperCase();

interface SwitchProps {
  readonly onSwitch: () => void;
  /** Handlers that load the dialog ahead, when it is likely to be needed. */
  readonly switchNear: object;
}

function SwitchItem({ onSwitch, switchNear }: SwitchProps) {
  const eligible = useSession()?.switchEligible === true;
  if (eligible) {
    return (
      <button type="button" className="menu-item" onClick={onSwitch} {...switchNear}>
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

/** Profile, Switch Account and Logout (SHELL-08). */
export function UserMenu({ onSwitch, switchNear }: SwitchProps) {
  const { client } = usePortal();
  const ask = useAskFirst();
  const session = useSession();
  const { firstName = '', lastName = '', email = '' } = session?.user ?? {};
  const name = `${firstName} ${lastName}`.trim() || email || 'Account';
  return (
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
            onSwitch={() => {
              close();
              onSwitch();
            }}
            switchNear={switchNear}
          />
          <button
            type="button"
            className="menu-item"
            onClick={() => {
              // Before the question, which gives the focus back to what has it now.
              close();
              ask(() => void logOut(client));
            }}
          >
            Logout
          </button>
        </>
      )}
    </Popover>
  );
}
