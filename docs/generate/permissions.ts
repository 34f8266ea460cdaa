import { ACTIONS, menuEntries, type Requirement, RIGHTS, SCREEN_MENUS } from '@forecourt/core';
import { code, page, table } from './markdown.ts';

const needs = (requirement: Requirement): string =>
  requirement === 'session' ? 'a session' : `${requirement.right} on ${requirement.menu}`;

/** Who may do what: the one table that menus, buttons, commands and the sandbox ask (ACC-04). */
export function permissionsPage(): string {
  const actions = Object.entries(ACTIONS) as [string, Requirement][];
  const labels = new Map(menuEntries(undefined).map(({ menu, label }) => [menu as string, label]));
  return page(
    'Permissions',
    'Every action of the product asks for one right on one menu, or for a session and nothing more. The service tells ' +
      `an account's rights by screen (\`GET screens?app=FF\`); ${RIGHTS.map(code).join(', ')} are the rights. ` +
      '`can(access, action)` answers with a decision and its reason, `explain` says which screen and flag decided, and ' +
      '`forecourt access explain <action>` says it in words.',
    '## Screens and menus',
    table(
      ['screen code', 'menu', 'in the portal'],
      Object.entries(SCREEN_MENUS).map(([screen, menu]) => [
        code(screen),
        code(menu),
        labels.get(menu) ?? '',
      ]),
    ),
    'A missing screen means no right at all, except the user profile, which then has all of them (ACC-03).',
    '## Actions',
    table(
      ['action', 'needs'],
      actions.map(([action, requirement]) => [code(action), needs(requirement)]),
    ),
  );
}
