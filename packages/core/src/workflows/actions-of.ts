import { ACTIONS, type Action, can, type Decision, type MenuAccess } from '../permissions/index.ts';
import type { AnyResource } from '../resource/resource.types.ts';

/** What buttons are called where the action's verb differs (LIST-11). */
const BUTTONS: Readonly<Record<string, string>> = { get: 'view', update: 'edit' };

/**
 * Which of a resource's actions this account may do, by button: 'view', 'edit', 'delete', 'create',
 * 'export', 'download' … Every action that the permission table has for the resource, with its answer
 * (LIST-11).
 */
export function actionsOf(
  definition: AnyResource,
  access: MenuAccess | undefined,
): Readonly<Record<string, Decision>> {
  const prefix = `${definition.name}.`;
  const own = (Object.keys(ACTIONS) as Action[]).filter((action) => action.startsWith(prefix));
  return {
    ...Object.fromEntries(
      own.map((action) => {
        const verb = action.slice(prefix.length);
        return [BUTTONS[verb] ?? verb, can(access, action)];
      }),
    ),
    ...(definition.export && { export: can(access, definition.export.action) }),
    ...(definition.import && { import: can(access, definition.import.action) }),
  };
}
