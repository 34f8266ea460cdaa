import { menuEntries } from '@forecourt/core';
import { useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useColorScheme } from '../brand/color-scheme.ts';
import { Icon } from '../parts/Icon.tsx';
import { usePortal, useSession } from '../platform/portal-context.ts';
import { UserMenu } from './UserMenu.tsx';

function Menu({ open }: { readonly open: boolean }) {
  const session = useSession();
  const entries = menuEntries(session?.access).filter(({ decision }) => decision.allowed);
  return (
    <nav id="main-menu" aria-label="Main" className={`menu${open ? ' open' : ''}`}>
      <ul>
        {entries.map(({ route, label }) => (
          <li key={route}>
            <NavLink to={route}>{label}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SchemeButton() {
  const [scheme, toggle] = useColorScheme();
  return (
    <button type="button" className="bar-button square" onClick={toggle}>
      <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
      <span className="unseen">{scheme === 'dark' ? 'Light colours' : 'Dark colours'}</span>
    </button>
  );
}

export function TopBar() {
  const { brand } = usePortal();
  const { key } = useLocation();
  // The menu is open for the page it was opened on; going anywhere closes it.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  return (
    <header className="bar">
      <button
        type="button"
        className="bar-button square menu-button"
        aria-expanded={open}
        aria-controls="main-menu"
        onClick={() => setOpenAt(open ? undefined : key)}
      >
        <Icon name={open ? 'close' : 'menu'} />
        <span className="unseen">Menu</span>
      </button>
      <div className="brand">
        <img src={brand.logo} alt="" width="28" height="28" />
        <span>{brand.name}</span>
      </div>
      <Menu open={open} />
      <div className="bar-tools">
        <SchemeButton />
        <UserMenu />
      </div>
    </header>
  );
}
