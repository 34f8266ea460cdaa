import { RESOURCES } from '@forecourt/core';
import { afterAll, describe, expect, vi } from 'vitest';
import { REQUIREMENTS } from '../../../docs/requirements/index.ts';
import { AREAS } from '../src/screens/areas/areas.ts';
import { it } from './journey.ts';

// Browser APIs that modules use on import; nothing is rendered here.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
afterAll(() => vi.unstubAllGlobals());
const { routes } = await import('../src/routes.tsx');

const paths = (routes[0]?.children ?? []).map(({ path }) => path);

describe('routes', () => {
  it.each(REQUIREMENTS['SHELL-01'].fixed.routes)('SHELL-01 %s has a screen', (route) => {
    // '/Profile' matches '/profile': the router ignores case.
    const found = paths.filter((path) => path?.toLowerCase() === route.toLowerCase());
    expect(found).toHaveLength(1);
  });

  it('SHELL-04 any other path comes last', () => {
    expect(paths.at(-1)).toBe('*');
  });
});

describe('screens without their own route', () => {
  const generic = ['smartbuy', 'truckcare', 'reporting', 'dailyrates'] as const;
  const { add, edit, list } = REQUIREMENTS['SHELL-05'].fixed;

  it.each(generic)('SHELL-05 SHELL-11 %s needs the right of its route', (menu) => {
    const needs = AREAS.filter(({ path }) => path.startsWith(`/${menu}`)).map((area) => [
      area.path,
      area.needs,
    ]);
    const resource = RESOURCES.find(({ route }) => route === `/${menu}`);
    if (resource) expect(resource.menu).toBe(menu);
    expect(needs).toEqual([
      // The lists' own routes are the registry's, with read on its menu.
      ...(resource ? [] : [[`/${menu}`, { menu, right: list }]]),
      [`/${menu}/add-new`, { menu, right: add }],
      [`/${menu}/:id/edit`, { menu, right: edit }],
    ]);
  });

  it('SHELL-05 SHELL-10 the dashboard and the profile need read, the trail a session', () => {
    const needsOf = (at: string) => AREAS.find(({ path }) => path === at)?.needs;
    expect(needsOf('/Dashboard')).toEqual({ menu: 'dashboard', right: 'read' });
    expect(needsOf('/UserProfile')).toEqual({ menu: 'profile', right: 'read' });
    expect(needsOf('/tracking-logs')).toBeUndefined();
  });
});
