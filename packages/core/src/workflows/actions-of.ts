import { ACTIONS, type Action, can, type Decision, type MenuAccess } from '../permissions/index.ts';
import type { AnyResource } from '../resource/resource.types.ts';

/** Offered where the definition says how, under the action that it names. */
const BY_DEFINITION: readonly string[] = ['export', 'import'];

/** What buttons are called where the action's verb differs (LIST-11). */
const BUTTONS: Readonly<Record<string, string>> = { get: 'view', update: 'edit' };

/**
 * Which of a resource's actions this account may do, by button: 'view', 'edit', 'delete', 'create',
 * 'export', 'download' … Every action that the permission table has for the resource, with its answer
 * (LIST-11); export and import only where the definition has them.
 */
export function actionsOf(
  definition: AnyResource,
  access: MenuAccess | undefined,
): Readonly<Record<string, Decision>> {
  const prefix = `${definition.name}.`;
  const actions: Record<string, Decision> = {};
  for (const action of Object.keys(ACTIONS) as Action[]) {
    const verb = action.slice(prefix.length);
    if (!action.startsWith(prefix) || BY_DEFINITION.includes(verb)) continue;
    actions[BUTTONS[verb] ?? verb] = can(access, action);
  }
  if (definition.record?.editOnly) delete actions.view;
  if (definition.export) actions.export = can(access, definition.export.action);
  if (definition.import) actions.import = can(access, definition.import.action);
  return actions;
}
