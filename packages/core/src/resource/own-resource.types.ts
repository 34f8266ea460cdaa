import type * as z from 'zod/mini';
import type { BuiltInMenu } from '../permissions/index.ts';
import type { FormCall, FormDefinition, FormField } from './form.types.ts';
import type {
  ColumnDefinition,
  ExportDefinition,
  FieldDefinition,
  ListDefinition,
  Option,
  RecordDefinition,
  ResourceDefinition,
  ValueKind,
} from './resource.types.ts';

/** A menu of your own. Its rights are those that `GET screens` answers under the code. */
export interface OwnMenuDefinition {
  /** Two to eight capitals and digits: 'VEH'. */
  readonly screen: string;
  /** In the top menu, and in sentences about rights: 'Vehicles'. */
  readonly label: string;
}

/** Without a kind, a column or field has that of its value. */
export type KindOptional<Definition extends { readonly kind: ValueKind }> = Omit<
  Definition,
  'kind'
> & {
  readonly kind?: ValueKind;
};

/** A list of a resource of your own; what it leaves out follows from the resource. */
export interface OwnList<Row>
  extends Omit<Partial<ListDefinition<Row>>, 'add' | 'columns' | 'path'> {
  /** Path of its call, relative to the service's address: 'vehicles'. */
  readonly path: string;
  readonly columns: readonly KindOptional<ColumnDefinition<Row>>[];
  /** Label of the button that opens the form; by default 'Add Vehicle' if the form creates. */
  readonly add?: { readonly label: string };
}

/** A form of a resource of your own; what it leaves out follows from its fields. */
export interface OwnForm<Detail, Name extends string = string>
  extends Omit<Partial<FormDefinition<Detail, Name>>, 'create' | 'fields' | 'update'> {
  readonly fields: readonly FormField<Name>[] | FormDefinition<Detail, Name>['fields'];
  /** True for `POST {list.path}` with the fields' values. */
  readonly create?: true | FormCall<Detail>;
  /** True for `PUT {list.path}/{id}` with the fields' values. */
  readonly update?: true | FormCall<Detail>;
  /** A page (the default), or a dialog over the list. */
  readonly shown?: 'page' | 'dialog';
}

/** A record of a resource of your own: `GET {list.path}/{id}` unless it says otherwise. */
export interface OwnRecord<Detail> extends Omit<Partial<RecordDefinition<Detail>>, 'fields'> {
  /** By default every value that has a column. */
  readonly fields?: readonly (Omit<KindOptional<FieldDefinition<Detail>>, 'section'> & {
    readonly section?: string;
  })[];
}

/**
 * A resource of your own, as data: what a module that core doesn't know exports by default. `ownResource` completes it
 * to a `ResourceDefinition`; `registerResources`, `createClient({ resources })`, `forecourt --plugin` and the portal's
 * `plugins.json` make it known. It needs no import, so that one file serves browsers and Node alike.
 *
 * `Name` are the names of its form's fields, by default those of a record's fields: drafts and events have no others.
 * @example
 * export default {
 *   shape: 1,
 *   name: 'vehicles',
 *   noun: ['vehicle', 'vehicles'],
 *   menu: { screen: 'VEH', label: 'Vehicles' },
 *   values: { id: 'code', plate: 'code', make: 'text' },
 *   list: { path: 'vehicles', columns: [{ field: 'plate', label: 'Plate' }] },
 * };
 */
export interface OwnResource<
  Row = Readonly<Record<string, unknown>>,
  Detail = Row,
  Name extends string = string & keyof Detail,
> extends Omit<
    Partial<ResourceDefinition<Row, Detail>>,
    'export' | 'form' | 'list' | 'menu' | 'name' | 'noun' | 'record' | 'remove' | 'schema'
  > {
  /** The version of this shape. */
  readonly shape: 1;
  /** Lower-case letters, digits and hyphens, in the plural: 'vehicles'. Its actions are `{name}.list` and so on. */
  readonly name: string;
  readonly noun: readonly [singular: string, plural: string];
  /** A menu of your own; or, with `under`, a menu of the product, whose rights then apply. */
  readonly menu: OwnMenuDefinition | BuiltInMenu;
  /** The wire's fields with their kinds, from which its schema is made; `id` is among them. */
  readonly values: Readonly<Record<string & keyof Row, ValueKind>>;
  /** A schema of your own, by `zod` or `zod/mini`, in place of the one that follows from `values`. */
  readonly schema?: z.core.$ZodType<Row>;
  /** What the sandbox answers for lists of choices of your own, by path: `own:vehicle-types` is 'vehicle-types'. */
  readonly references?: Readonly<Record<string, readonly Option[]>>;
  readonly list: OwnList<Row>;
  readonly record?: OwnRecord<Detail>;
  readonly form?: OwnForm<Detail, Name>;
  /** True for `DELETE {list.path}/{id}`. */
  readonly remove?: true | NonNullable<ResourceDefinition<Row, Detail>['remove']>;
  /** True for `POST {list.path}/export` with the list's columns. */
  readonly export?: true | ExportDefinition;
}

/** Any resource of your own. */
// biome-ignore lint/suspicious/noExplicitAny: rows of unknown type flow through generic code
export type AnyOwnResource = OwnResource<any, any, any>;
