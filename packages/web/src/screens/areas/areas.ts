import { MESSAGES, type Menu, menuEntries, RESOURCES, type Right } from '@forecourt/core';

/** A path without a resource: its title and who may see it. */
export interface Area {
  readonly path: string;
  readonly title: string;
  /** Undefined for any signed-in user. */
  readonly needs?: { readonly menu: Menu; readonly right: Right };
  /** What the generic screen shows under the heading. */
  readonly show: 'grid' | 'nothing';
  /** The text of a grid without columns. */
  readonly empty?: string;
}

/** Texts of the areas that show a grid (SHELL-11). */
const GRIDS: Readonly<Record<string, string>> = {
  smartbuy: MESSAGES.smartBuy.none,
  truckcare: MESSAGES.truckCare.none,
};

const adding = (menu: Menu, route: string, label: string): Area[] => [
  {
    path: `${route}/add-new`,
    title: `Add ${label}`,
    needs: { menu, right: 'create' },
    show: 'nothing',
  },
  {
    path: `${route}/:id/edit`,
    title: `Edit ${label}`,
    needs: { menu, right: 'update' },
    show: 'nothing',
  },
];

function homeOf(menu: Menu, path: string, title: string): Area {
  const needs = { menu, right: 'read' } as const;
  const empty = GRIDS[menu];
  if (empty) return { path, title, needs, show: 'grid', empty };
  return { path, title, needs, show: 'nothing' };
}

const isResource = (route: string) => RESOURCES.some((resource) => resource.route === route);

const menuAreas = menuEntries(undefined).flatMap(({ menu, route, label }): Area[] => {
  if (menu === 'dashboard') return [homeOf(menu, route, label)];
  const home = isResource(route) ? [] : [homeOf(menu, route, label)];
  return [...home, ...adding(menu, route, label)];
});

const needs = (menu: Menu, right: Right = 'read') => ({ menu, right });

/** Paths without a menu entry (SHELL-01). */
const OTHERS: readonly Area[] = [
  { path: '/UserProfile', title: 'User Profile', needs: needs('profile'), show: 'nothing' },
  { path: '/profile', title: 'User Profile', needs: needs('profile'), show: 'nothing' },
  { path: '/tracking-logs', title: 'Tracking Logs', show: 'nothing' },
];

export const AREAS: readonly Area[] = [
  ...menuAreas,
  ...OTHERS.filter(({ path }) => !isResource(path)),
];
