import {
  ACTIONS,
  type Action,
  closeMenu,
  type OwnMenu,
  openMenu,
  type Requirement,
  type Right,
  SCREEN_MENUS,
} from '../permissions/index.ts';
import type { FieldInput, FormField } from './form.types.ts';
import { metaOf, ownMenu, routeOf } from './own-meta.ts';
import { registrar } from './own-registrar.ts';
import type { AnyOwnResource, OwnMenuDefinition } from './own-resource.types.ts';
import type { AnyResource, RegisteredResource, ValueKind } from './resource.types.ts';

/**
 * The resources that this process knows: those of the product once their registry is loaded, then those of your own. This
 * module stays small, because the sign-in page loads it; definitions are completed when they are needed.
 */

/** Thrown for a module that can't be used as a resource: says which resource, what is wrong and what to do. */
export class OwnResourceError extends TypeError {
  override readonly name = 'OwnResourceError';
}

/** The version of `OwnResource` that this package reads. */
const SHAPE = 1;

const known: RegisteredResource[] = [];
const own: AnyOwnResource[] = [];

type Complete = (given: AnyOwnResource) => Promise<AnyResource>;

/** Given by the registry, so that a client alone doesn't bring along what completes definitions. */
let complete: Complete | undefined;

/**
 * Puts the product's resources before those of your own, whose definitions `completed` loads. Returns the list of all, which
 * grows with `registerResources`.
 */
export function withOwn(
  builtIn: readonly RegisteredResource[],
  completed: Complete,
): readonly RegisteredResource[] {
  known.unshift(...builtIn);
  complete = completed;
  return known;
}

/** First parts of the product's routes; a test compares them with its tables. */
export const PRODUCT_ROUTES: readonly string[] =
  'Dashboard UserProfile assets brands customer customer-markup dailyrates exceptions invoices managercards payments plugins profile reporting smartbuy tracking-logs transactions truckcare user api trail'.split(
    ' ',
  );

const RIGHT_OF: Readonly<Record<string, Right>> = {
  list: 'read',
  get: 'read',
  create: 'create',
  update: 'update',
  delete: 'delete',
  export: 'read',
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns the allowed words; the compiler compares them with their type. */
const words = <Word extends string>(allowed: Readonly<Record<Word, 0>>): readonly string[] =>
  Object.keys(allowed);

const KINDS = words<ValueKind>({
  ...{ text: 0, code: 0, province: 0, country: 0, card: 0, integer: 0, money: 0, price: 0 },
  ...{ volume: 0, instant: 0, day: 0, status: 0, boolean: 0, days: 0 },
});

const INPUTS = words<FieldInput>({
  ...{ text: 0, multiline: 0, email: 0, phone: 0, password: 0, decimal: 0, integer: 0, card: 0 },
  ...{ day: 0, instant: 0, choice: 0, flag: 0, days: 0, place: 0 },
});

/** Returns what is wrong with the form, or which kind of a value or input of a field is unknown; undefined if nothing is. */
function unknownWord(form: AnyOwnResource['form'], values: AnyOwnResource['values']) {
  const stray = Object.entries(values).find(([, kind]) => !KINDS.includes(kind));
  if (stray) return `values.${stray[0]}: there is no kind ${stray[1]}. Kinds: ${KINDS.join(', ')}.`;
  const { check, fields } = form ?? {};
  if (check !== undefined && typeof check !== 'function') {
    return 'form.check: a function that returns what is wrong with a draft.';
  }
  if (form && !Array.isArray(fields) && typeof fields !== 'function') {
    return 'form.fields: a list of fields, or a function that returns it.';
  }
  // Fields that depend on the draft are known when a form asks for them.
  if (!Array.isArray(fields)) return undefined;
  const field = (fields as readonly FormField[]).find(({ input }) => !INPUTS.includes(input));
  return (
    field &&
    `form.fields: ${field.name}: there is no input ${field.input}. Inputs: ${INPUTS.join(', ')}.`
  );
}

/** Returns what is wrong with the parts that everything else relies on, by the part's name; undefined if nothing is. */
function faultOf(given: Partial<Record<keyof AnyOwnResource, unknown>>): string | undefined {
  const { form, list, menu, noun, route, under, values } = given as Partial<AnyOwnResource>;
  if (!Array.isArray(noun) || !noun.every(isText) || noun.length !== 2) {
    return "noun: two texts, singular and plural: ['vehicle', 'vehicles'].";
  }
  if (!isObject(values) || !('id' in values)) {
    return "values: the wire's fields with their kinds, id among them: { id: 'code', plate: 'code' }.";
  }
  const unknown = unknownWord(form, values);
  if (unknown) return unknown;
  const { columns, path } = (isObject(list) ? list : {}) as Partial<AnyOwnResource['list']>;
  if (!isText(path) || /^\/|:|\.\./.test(path)) {
    return "list.path: the path of its call at the service, without a slash in front: 'vehicles'.";
  }
  if (!Array.isArray(columns) || columns.length === 0) {
    return "list.columns: at least one: [{ field: 'plate', label: 'Plate' }].";
  }
  const stray = columns.find(({ field }) => !Object.hasOwn(values, field));
  if (stray) return `list.columns: values has no ${stray.field}.`;
  if (route !== undefined && !/^\/[\w-]+(\/[\w-]+)*$/.test(route)) {
    return "route: a path in the portal: '/vehicles'.";
  }
  if (isText(menu)) {
    if (!Object.values<string>(SCREEN_MENUS).includes(menu)) {
      return `menu: the product has no menu ${menu}. For one of your own: { screen: 'VEH', label: 'Vehicles' }.`;
    }
    return under ? undefined : 'under: where it is found, because the menu has an entry already.';
  }
  if (!isObject(menu) || !/^[A-Z][A-Z0-9]{1,7}$/.test(menu.screen) || !isText(menu.label)) {
    return "menu: { screen: 'VEH', label: 'Vehicles' }; a screen is two to eight capitals and digits.";
  }
  return undefined;
}

/** The menu of the product that has this screen; undefined if none has. */
const menuWith = (screen: string): string | undefined =>
  (SCREEN_MENUS as Readonly<Record<string, string>>)[screen];

/** Returns what collides with the product or with another resource of your own; undefined if nothing does. */
function collisionOf(given: AnyOwnResource, others: readonly AnyOwnResource[]): string | undefined {
  const { menu, name } = given;
  if (others.some((other) => other.name === name)) {
    return 'two resources have this name. Rename one of them.';
  }
  const isTaken = Object.keys(ACTIONS).some((action) => action.startsWith(`${name}.`));
  if (isTaken) return 'the product has a resource of this name. Choose another name.';
  const route = routeOf(given);
  if (PRODUCT_ROUTES.includes(route.split('/')[1] ?? '')) {
    return `route: the product has the route ${route}. Choose another with \`route\`.`;
  }
  const same = others.find((other) => routeOf(other) === route);
  if (same) return `route: ${same.name} has the route ${route} already.`;
  if (typeof menu === 'string') return undefined;
  const taken = menuWith(menu.screen);
  if (taken && taken !== ownMenu(menu)) {
    return `menu: ${menu.screen} is the product's screen of ${taken}. Choose another code, or menu: '${taken}'.`;
  }
  const other = others.find((one) => isSameMenu(one.menu, menu));
  if (other && (other.menu as OwnMenuDefinition).label !== menu.label) {
    return `menu: ${other.name} calls the screen ${menu.screen} '${(other.menu as OwnMenuDefinition).label}'. Give it one label.`;
  }
  return undefined;
}

const isSameMenu = (one: AnyOwnResource['menu'], { screen }: OwnMenuDefinition): boolean =>
  typeof one !== 'string' && one.screen === screen;

/** The rights on the resource's menu that its calls need, like those of a resource of the product. */
function actionsFor(given: AnyOwnResource): Record<string, Requirement> {
  const { menu } = metaOf(given) as { readonly menu: OwnMenu };
  const has: Readonly<Record<string, unknown>> = {
    list: true,
    get: given.record,
    create: given.form?.create,
    update: given.form?.update,
    delete: given.remove,
    export: given.export,
  };
  return Object.fromEntries(
    Object.entries(RIGHT_OF)
      .filter(([verb]) => has[verb])
      .map(([verb, right]) => [`${given.name}.${verb}`, { menu, right }]),
  );
}

function add(given: AnyOwnResource): void {
  own.push(given);
  if (typeof given.menu !== 'string') {
    openMenu(given.menu.screen, ownMenu(given.menu), given.menu.label);
  }
  Object.assign(ACTIONS, actionsFor(given));
  // Only readers of the registry have a list of resources to load from.
  const load = async () => complete?.(given) as Promise<AnyResource>;
  known.push({ ...metaOf(given), loadListDefinition: load, loadDefinition: load });
}

function takeBack(given: AnyOwnResource): void {
  own.splice(own.indexOf(given), 1);
  known.splice(
    known.findIndex(({ name }) => name === given.name),
    1,
  );
  for (const action of Object.keys(actionsFor(given))) Reflect.deleteProperty(ACTIONS, action);
  const { menu } = given;
  if (typeof menu !== 'string' && !own.some((one) => isSameMenu(one.menu, menu))) {
    closeMenu(menu.screen);
  }
}

/** Throws for anything that isn't a resource of your own in the shape that this version reads. */
export function refuseOther(given: unknown): asserts given is AnyOwnResource {
  const { name, shape } = (isObject(given) ? given : {}) as Partial<AnyOwnResource>;
  if (!isText(name) || !/^[a-z][a-z0-9-]{1,40}$/.test(name)) {
    const found = isObject(given) ? `the name ${JSON.stringify(name)}` : String(given);
    throw new OwnResourceError(
      `A resource needs a name of lower-case letters, digits and hyphens: 'vehicles'. Found: ${found}.`,
    );
  }
  if (shape !== SHAPE) {
    throw new OwnResourceError(
      `${name}: its shape is ${JSON.stringify(shape) ?? 'missing'}; this version reads shape: ${SHAPE}. The guide 'Add a resource' describes it.`,
    );
  }
  const fault = faultOf(given as AnyOwnResource);
  if (fault) throw new OwnResourceError(`${name}: ${fault}`);
}

/**
 * Makes resources of your own known to this process: their lists, menus, routes, rights and commands. All of them or,
 * if one is refused, none. One that is known already is left as it is. Returns a function that makes those that it added
 * unknown again, which a test calls when it ends. Throws an `OwnResourceError`.
 *
 * @param resources the resources, as written
 * @example registerResources([vehicles])
 */
export function registerResources(resources: readonly AnyOwnResource[]): () => void {
  const added: AnyOwnResource[] = [];
  for (const given of resources) {
    if (own.includes(given) || added.includes(given)) continue;
    refuseOther(given);
    const collision = collisionOf(given, [...own, ...added]);
    if (collision) throw new OwnResourceError(`${given.name}: ${collision}`);
    added.push(given);
  }
  for (const given of added) add(given);
  return () => added.splice(0).forEach(takeBack);
}

/**
 * The resources of your own that this process knows, in the order in which they were registered.
 *
 * @returns the resources
 */
export const ownResources = (): readonly AnyOwnResource[] => [...own];

/**
 * Returns an action of a resource of your own, for `can` and `explain`. Throws an `OwnResourceError` if it has none of
 * that name.
 *
 * @param resource the resource, by name
 * @param verb 'list', 'get', 'create', 'update', 'delete', 'export'
 * @example can(access, ownAction(vehicles, 'create'))
 */
export function ownAction(resource: Pick<AnyOwnResource, 'name'>, verb: string): Action {
  const action = `${resource.name}.${verb}`;
  if (Object.hasOwn(ACTIONS, action)) return action as Action;
  const verbs = Object.keys(ACTIONS).flatMap((one) =>
    one.startsWith(`${resource.name}.`) ? one.slice(resource.name.length + 1) : [],
  );
  throw new OwnResourceError(
    `${resource.name}: there is no action ${action}. Actions: ${verbs.join(', ') || 'none, because it is not registered'}.`,
  );
}

registrar.register = registerResources;
registerResources(registrar.waiting.splice(0));
