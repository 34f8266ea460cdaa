import { type Menu, menuEntries, RESOURCES, type Right } from '@forecourt/core';

/** A path without a resource: its title and who may see it. */
export interface Area {
  readonly path: string;
  readonly title: string;
  /** Undefined for any signed-in user. */
  readonly needs?: { readonly menu: Menu; readonly right: Right };
}

const adding = (menu: Menu, route: string, label: string): Area[] => [
  {
    path: `${route}/add-new`,
    title: `Add ${label}`,
    needs: { menu, right: 'create' },
  },
  {
    path: `${route}/:id/edit`,
    title: `Edit ${label}`,
    needs: { menu, right: 'update' },
  },
];

const homeOf = (menu: Menu, path: string, title: string): Area => ({
  path,
  title,
  needs: { menu, right: 'read' },
});

const isResource = (route: string) => RESOURCES.some((resource) => resource.route === route);

const menuAreas = menuEntries(undefined).flatMap(({ menu, route, label }): Area[] => {
  if (menu === 'dashboard') return [homeOf(menu, route, label)];
  const home = isResource(route) ? [] : [homeOf(menu, route, label)];
  return [...home, ...adding(menu, route, label)];
});

const needs = (menu: Menu, right: Right = 'read') => ({ menu, right });

/** Paths without a menu entry (SHELL-01). */
const OTHERS: readonly Area[] = [
  { path: '/UserProfile', title: 'User Profile', needs: needs('profile') },
  { path: '/profile', title: 'User Profile', needs: needs('profile') },
  { path: '/tracking-logs', title: 'Tracking Logs' },
];

export const AREAS: readonly Area[] = [
  ...menuAreas,
  ...OTHERS.filter(({ path }) => !isResource(path)),
];
