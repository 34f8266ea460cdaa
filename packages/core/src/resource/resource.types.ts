import type * as z from 'zod';
import type { Sort } from '../http/list-dialects.ts';
import type { Action, Menu } from '../permissions/index.ts';
import type {
  ActionDefinition,
  BundleDefinition,
  FormDefinition,
  RowForm,
  UploadDefinition,
} from './form.types.ts';

/**
 * How a value reads: the one list of kinds that columns and fields share. `status` has a badge,
 * `card` is grouped by four, `code` is an identifier, `instant` a day with a time, `days` a day map.
 */
export type ValueKind =
  | 'text'
  | 'code'
  | 'card'
  | 'integer'
  | 'money'
  | 'price'
  | 'volume'
  | 'instant'
  | 'day'
  | 'status'
  | 'boolean'
  | 'days';

/** One value of a record: a column of a list, or a field of a record. */
export interface ValueDefinition<Row> {
  /** Wire field; also the filter's and sort's name, and the key of chosen columns. */
  readonly field: string & keyof Row;
  readonly label: string;
  readonly kind: ValueKind;
  /** Field of the same row that holds the currency or unit of a money, price or volume. */
  readonly unitField?: string & keyof Row;
}

export interface ColumnDefinition<Row> extends ValueDefinition<Row> {
  /** Default true. */
  readonly sortable?: boolean;
  /** Default true. */
  readonly filterable?: boolean;
  /** Left out until chosen; default false. */
  readonly hidden?: boolean;
  /** A fixed set of values offered by the filter: wire value and label. */
  readonly options?: readonly Option[];
}

/** A choice: key is what is sent, value what is shown. */
export interface Option {
  readonly key: string;
  readonly value: string;
}

export interface FieldDefinition<Row> extends ValueDefinition<Row> {
  /** Heading of the group the field stands in. */
  readonly section: string;
}

/** Rows within a row or record: sub-transactions of a transaction, billed lines of an invoice. */
export interface NestedDefinition<Child> {
  readonly title: string;
  readonly empty: string;
  readonly columns: readonly ColumnDefinition<Child>[];
  /** Rows can be narrowed by each column's own filter; they are all there already (INV-07). */
  readonly filters?: boolean;
  /** Drawn as labelled values, a group a row, under this heading where it has one; by default a table. */
  readonly groupTitle?: (row: Child) => string | undefined;
}

export interface ListDefinition<Row> {
  /** As it stands above the list: 'Invoice'. */
  readonly title: string;
  readonly path: string;
  /** Name of the array in the answer where it is not `content`. */
  readonly rowsKey?: string;
  /** How the address says the order: `sort=field,asc`, or `sortParam` and `sortingOrder`. */
  readonly sortStyle?: 'sort' | 'sortParam';
  readonly columns: readonly ColumnDefinition<Row>[];
  /** What 'date' stands for, and what from and to limit. */
  readonly dateField?: string & keyof Row;
  readonly defaultSort?: Sort;
  /** The button that leads to creating, its right, and the portal route of that form. */
  readonly add?: { readonly label: string; readonly action: Action; readonly route: string };
  /** Rows can be picked (LIST-01). */
  readonly selectable?: boolean;
  /** Row → its sub-rows. */
  readonly nested?: {
    readonly rows: (row: Row) => readonly unknown[];
    // biome-ignore lint/suspicious/noExplicitAny: the child's type is the definition's own business
    readonly definition: NestedDefinition<any>;
  };
  /** LIST-05: `none` for a list without columns, `noRows` for a result without rows. */
  readonly texts: { readonly none: string; readonly noRows: string };
}

export interface RecordDefinition<Detail> {
  /** Id → path. */
  readonly path: (id: string) => string;
  readonly schema: z.ZodType<Detail>;
  /** As it stands above the record, and on the way back. */
  readonly title: string;
  readonly back: string;
  /** What to call one record, beside the title; its id where it has none. */
  readonly caption?: (detail: Detail) => string;
  /** Opened to be edited only: rows have no view of it (LIST-11). */
  readonly editOnly?: boolean;
  readonly fields: readonly FieldDefinition<Detail>[];
  /** Fields that say at a glance what the record is; they stand above it, and above its form. */
  readonly summary?: readonly (string & keyof Detail)[];
  readonly nested?: readonly {
    readonly rows: (detail: Detail) => readonly unknown[];
    /** Stands below the form as well, which does not change it. */
    readonly withForm?: boolean;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    readonly definition: NestedDefinition<any>;
  }[];
}

export interface ExportDefinition {
  readonly action: Action;
  readonly path: string;
  /** Ids of the chosen rows → body. */
  readonly body: (ids: readonly string[]) => unknown;
  /** The service also exports by filter (TXN-03). */
  readonly byFilter?: boolean;
  /** Where the answer names no file. */
  readonly fileName: string;
  readonly label: string;
  readonly texts: { readonly none: string; readonly success: string; readonly failure: string };
}

export interface ImportDefinition {
  readonly action: Action;
  readonly label: string;
  readonly texts: { readonly success: string; readonly failure: string; readonly warning?: string };
}

/**
 * Where a resource stands and what there is for its records: all that a menu, a route or a guard asks.
 * Plain data, without schemas, so that knowing of a resource costs nothing.
 */
export interface ResourceMeta {
  /** Plural, the command's noun: 'transactions'. Actions are `{name}.list` and so on. */
  readonly name: string;
  /** Singular and plural for sentences: 'transaction', 'transactions'. */
  readonly noun: readonly [singular: string, plural: string];
  /** The menu whose rights decide, and its label. */
  readonly menu: Menu;
  readonly menuLabel: string;
  /** Portal route of the list: '/transactions'. */
  readonly route: string;
  /** Stands under that route, which has a button named by `menuLabel`; no menu entry of its own. */
  readonly under?: {
    readonly route: string;
    readonly back: string;
    /** A tab beside that list; by default a button on it leads here. */
    readonly as?: 'tab';
  };
  /** There are records to look at; the definition says how they are shown. */
  readonly record?: { readonly editOnly?: boolean };
  /** Records are made or changed; the definition says how. */
  readonly form?: {
    readonly create?: unknown;
    readonly update?: unknown;
    /** A page of its own by default; a dialog over the list; or opened by rows of another list alone. */
    readonly shown?: 'page' | 'dialog' | 'row';
    /** Portal route to create at, where it is not `{route}/add-new`. */
    readonly addRoute?: string;
  };
}

/** What a list of a resource needs: to read, show, export and delete rows, to import them, and what is done with them. */
export interface ListedResource<Row = unknown> extends ResourceMeta {
  readonly schema: z.ZodType<Row>;
  /** What calls and selections use, '' where the service sent none. */
  readonly id: (row: Row) => string;
  /** What routes use where it differs from `id` (SHELL-03). */
  readonly routeId?: (row: Row) => string;
  readonly list: ListDefinition<Row>;
  /** Deletes a record by its id; asks for the right `{name}.delete` (LIST-04). */
  readonly remove?: { readonly path: (id: string) => string };
  readonly bundle?: BundleDefinition<Row>;
  readonly export?: ExportDefinition;
  readonly import?: ImportDefinition;
  readonly actions?: readonly ActionDefinition[];
  readonly upload?: UploadDefinition;
  readonly rowForms?: readonly RowForm<Row>[];
}

/**
 * A resource, as data: what lists, commands, menus, permissions and docs are made from.
 * `Row` is a list's row in the domain, `Detail` the record; both keep the wire's field names.
 */
export interface ResourceDefinition<Row = unknown, Detail = Row> extends ListedResource<Row> {
  readonly record?: RecordDefinition<Detail>;
  /** How a record is created and changed. */
  readonly form?: FormDefinition<Detail>;
}

/** Any resource, for code that asks no resource's name. */
// biome-ignore lint/suspicious/noExplicitAny: rows of unknown resources flow through generic code
export type AnyResource = ResourceDefinition<any, any>;
/** As `AnyResource`, where its list alone is at hand. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyListed = ListedResource<any>;

/** A resource of the registry: what is known of it at once, and the rest when it is asked for. */
export interface RegisteredResource extends ResourceMeta {
  readonly loadListDefinition: () => Promise<AnyListed>;
  /** The list's part with everything else. */
  readonly loadDefinition: () => Promise<AnyResource>;
}
