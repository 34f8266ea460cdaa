import type { OwnMenu } from '../permissions/index.ts';
import type { AnyOwnResource, OwnMenuDefinition } from './own-resource.types.ts';
import type { ResourceMeta } from './resource.types.ts';

/** The portal's route of a resource of your own. */
export const routeOf = ({ name, route }: Pick<AnyOwnResource, 'name' | 'route'>): string =>
  route ?? `/${name}`;

/** The name under which rights on a menu of your own are kept. */
export const ownMenu = ({ screen }: OwnMenuDefinition): OwnMenu => `own:${screen}`;

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What menus, routes and guards need of a resource of your own. */
export function metaOf(own: AnyOwnResource): ResourceMeta {
  const { form, list, menu, name, noun, record, under } = own;
  const label = typeof menu === 'string' ? (list.title ?? capital(noun[1])) : menu.label;
  return {
    name,
    noun,
    menu: typeof menu === 'string' ? menu : ownMenu(menu),
    menuLabel: own.menuLabel ?? label,
    route: routeOf(own),
    ...(under && { under }),
    ...(record && { record: record.editOnly ? { editOnly: true } : {} }),
    ...(form && {
      form: {
        ...(form.create && { create: true }),
        ...(form.update && { update: true }),
        shown: form.shown ?? 'page',
      },
    }),
  };
}
