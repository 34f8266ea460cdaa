import {
  type AnyListed,
  canOn,
  neighbourRoute,
  RESOURCES,
  type ResourceMeta,
  typedQuery,
} from '@forecourt/core';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { useSession } from '../../platform/portal-context.ts';
import { useHere, useWayBack } from '../../platform/way-back.ts';
import { fromAddress } from './address.ts';

interface NeighboursProps {
  readonly definition: AnyListed;
}

const isTab = ({ under }: ResourceMeta): boolean => under?.as === 'tab';

/** The lists of the same area as tabs, including this one; empty for a list without others. */
function tabsOf({ route, under }: AnyListed): readonly ResourceMeta[] {
  const home = under?.as === 'tab' ? under.route : route;
  const others = RESOURCES.filter(
    (registered) => isTab(registered) && registered.under?.route === home,
  );
  const first = RESOURCES.find((registered) => registered.route === home);
  return others.length > 0 && first ? [first, ...others] : [];
}

/** Tabs between the lists of one area (COMP-01). */
export function ListTabs({ definition }: NeighboursProps) {
  const tabs = tabsOf(definition);
  if (tabs.length === 0) return null;
  return (
    <nav className="tabs" aria-label={`${tabs[0]?.menuLabel} lists`}>
      {tabs.map(({ route, menuLabel }) => (
        <NavLink key={route} to={route} end>
          {menuLabel}
        </NavLink>
      ))}
    </nav>
  );
}

/** Links to the lists below this one, with the filters that mean the same there, and back (INV-02, PAY-01). */
export function ListLinks({
  definition,
}: {
  readonly definition: Pick<ResourceMeta, 'route' | 'under'> & Partial<Pick<AnyListed, 'list'>>;
}) {
  const access = useSession()?.access;
  const { search } = useLocation();
  const here = useHere();
  const { list, route, under } = definition;
  const way = useWayBack(under?.route ?? route, { onlyHome: true });
  const query = list ? typedQuery(list, fromAddress(search)).query : {};
  const below = RESOURCES.filter(
    (registered) =>
      registered.under?.route === route &&
      !isTab(registered) &&
      canOn(access, registered.menu, 'read').allowed,
  );
  return (
    <>
      {under && under.as !== 'tab' && (
        <Link className="button" to={way.back} onClick={way.onClick}>
          <Icon name="back" />
          {under.back}
        </Link>
      )}
      {below.map((registered) => (
        <Link
          key={registered.name}
          className="button"
          state={here}
          to={neighbourRoute(registered.route, registered.under?.shares, query, list?.dateField)}
        >
          {registered.menuLabel}
        </Link>
      ))}
    </>
  );
}
