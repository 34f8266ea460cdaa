import { menuEntries } from '@forecourt/core';
import { useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { toggleColorScheme, useColorScheme } from '../brand/color-scheme.ts';
import { Icon } from '../parts/Icon.tsx';
import { usePortal, useSession } from '../platform/portal-context.ts';
import { useAskFirst } from './AskFirst.tsx';
import { dialogOnDemand } from './dialog-on-demand.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import { UserMenu } from './UserMenu.tsx';

const SwitchDialog = dialogOnDemand(() => import('./switching/SwitchDialog.tsx'), 'SwitchDialog');

function Menu({ open }: { readonly open: boolean }) {
  const session = useSession();
  const entries = menuEntries(session?.access).filter(({ decision }) => decision.allowed);
  return (
    <nav id="main-menu" aria-label="Main" className={`menu${open ? ' open' : ''}`}>
      <ul>
        {entries.map(({ route, label }) => (
          <li key={route}>
            <NavLink to={route} data-label={label}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SchemeButton() {
  const [scheme, toOther] = useColorScheme();
  return (
    <button type="button" className="bar-button square" onClick={toggleColorScheme}>
      <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
      <span className="unseen">{toOther}</span>
    </button>
  );
}

export function TopBar() {
  const { brand } = usePortal();
  const { key } = useLocation();
  // The menu belongs to the page it was opened on, so navigation closes it.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  const [switching, setSwitching] = useState(false);
  const ask = useAskFirst();
  const pickAccount = () => ask(() => setSwitching(true));
  return (
    <>
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
          <PaletteButton onSwitch={pickAccount} />
          <SchemeButton />
          <UserMenu onSwitch={pickAccount} switchNear={SwitchDialog.near} />
        </div>
      </header>
      {switching && <SwitchDialog onClose={() => setSwitching(false)} />}
    </>
  );
}
