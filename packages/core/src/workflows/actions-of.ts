import { ACTIONS, type Action, can, type Decision, type MenuAccess } from '../permissions/index.ts';
import type { AnyListed } from '../resource/resource.types.ts';

/** Offered where the definition says how, under the action that it names. */
const BY_DEFINITION: readonly string[] = ['export', 'import'];

/** What buttons are called where the action's verb differs (LIST-11). */
const BUTTONS: Readonly<Record<string, string>> = { get: 'view', update: 'edit' };

/** What every resource may have: offered where its definition says how (LIST-11). */
const OFFERED: Readonly<Record<string, (definition: AnyListed) => boolean>> = {
  get: ({ record }) => record !== undefined && record.editOnly !== true,
  create: ({ form }) => form?.create !== undefined,
  update: ({ form }) => form?.update !== undefined,
  delete: ({ remove }) => remove !== undefined,
};

/** The action that a form's call names itself. */
const namedBy = (call: unknown): Action | undefined =>
  (call as { readonly action?: Action } | undefined)?.action;

/**
 * Which of a resource's actions this account may do, by button: 'view', 'edit', 'delete', 'create',
 * 'export', 'download' … Every action that the permission table has for the resource, with its answer
 * (LIST-11), as far as the definition says how it is done.
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
