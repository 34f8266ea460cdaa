import { ACTIONS, type Action, can, type Decision, type MenuAccess } from '../permissions/index.ts';
import type { AnyListed } from '../resource/resource.types.ts';

/** Offered if the definition supports them, under the action that it names. */
const BY_DEFINITION: readonly string[] = ['export', 'import'];

/** Names of buttons that differ from the action's verb (LIST-11). */
const BUTTONS: Readonly<Record<string, string>> = { get: 'view', update: 'edit' };

/** Actions that any resource may have, and whether its definition supports them (LIST-11). */
const OFFERED: Readonly<Record<string, (definition: AnyListed) => boolean>> = {
  get: ({ record }) => record !== undefined && record.editOnly !== true,
  create: ({ form }) => form?.create !== undefined,
  update: ({ form }) => form?.update !== undefined,
  delete: ({ remove }) => remove !== undefined,
};

/** Returns the action that a form's call names itself. */
const namedBy = (call: unknown): Action | undefined =>
  (call as { readonly action?: Action } | undefined)?.action;

/**
 * Returns which of a resource's actions this account may perform, by button: 'view', 'edit', 'delete',
 * 'create', 'export', 'download' … It covers every action that the permission table has for the resource
 * (LIST-11) and the definition supports.
 */
export function actionsOf(
  definition: AnyListed,
  access: MenuAccess | undefined,
): Readonly<Record<string, Decision>> {
  const prefix = `${definition.name}.`;
  const actions: Record<string, Decision> = {};
  for (const action of Object.keys(ACTIONS) as Action[]) {
    const verb = action.slice(prefix.length);
    if (!action.startsWith(prefix) || BY_DEFINITION.includes(verb)) continue;
    if (OFFERED[verb]?.(definition) === false) continue;
    actions[BUTTONS[verb] ?? verb] = can(access, action);
  }
  const create = namedBy(definition.form?.create);
  const update = namedBy(definition.form?.update);
  if (create) actions.create = can(access, create);
  if (update) actions.edit = can(access, update);
  if (definition.export) actions.export = can(access, definition.export.action);
  if (definition.import) actions.import = can(access, definition.import.action);
  return actions;
}
