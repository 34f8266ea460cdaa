import { ACTIONS, menuEntries, type Requirement, RIGHTS, SCREEN_MENUS } from '@forecourt/core';
import { code, page, table } from './markdown.ts';

const needs = (requirement: Requirement): string =>
  requirement === 'session'
    ? 'a session'
    : `${requirement.right} on ${requirement.menu}${requirement.staff ? ', for staff of the provider alone' : ''}`;

/** Returns the page of rights: the one table that menus, buttons, commands and the sandbox use (ACC-04). */
export function permissionsPage(): string {
  const actions = Object.entries(ACTIONS) as [string, Requirement][];
  const labels = new Map(menuEntries(undefined).map(({ menu, label }) => [menu as string, label]));
  return page(
    'Permissions',
    'Every action of the product needs one right on one menu, or only a session. The service returns ' +
      `an account's rights by screen (\`GET screens?app=FF\`); the rights are ${RIGHTS.map(code).join(', ')}. ` +
      '`can(access, action)` returns a decision with its reason, `explain` adds the screen and flag that decided, and ' +
      '`forecourt access explain <action>` prints the explanation.',
    '## Screens and menus',
    table(
      ['screen code', 'menu', 'in the portal'],
      Object.entries(SCREEN_MENUS).map(([screen, menu]) => [
        code(screen),
        code(menu),
        labels.get(menu) ?? '',
      ]),
    ),
    'A missing screen gives no rights, except for the user profile, which then has all of them (ACC-03).',
    '## Actions',
    table(
      ['action', 'needs'],
      actions.map(([action, requirement]) => [code(action), needs(requirement)]),
    ),
  );
}
