import { type AnyListed, canOn, RESOURCES, type ResourceMeta } from '@forecourt/core';
import { Link, NavLink } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { useSession } from '../../platform/portal-context.ts';

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

/** Links to the lists below this one, and back (INV-02, PAY-01). */
export function ListLinks({
  definition,
}: {
  readonly definition: Pick<ResourceMeta, 'route' | 'under'>;
}) {
  const access = useSession()?.access;
  const { route, under } = definition;
  const below = RESOURCES.filter(
    (registered) =>
      registered.under?.route === route &&
      !isTab(registered) &&
      canOn(access, registered.menu, 'read').allowed,
  );
  return (
    <>
      {under && under.as !== 'tab' && (
        <Link className="button" to={under.route}>
          <Icon name="back" />
          {under.back}
        </Link>
      )}
      {below.map((registered) => (
        <Link key={registered.name} className="button" to={registered.route}>
          {registered.menuLabel}
        </Link>
      ))}
    </>
  );
}
