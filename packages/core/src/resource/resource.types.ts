/**
 * What a resource may define (list, record, form, actions, files), and the generic code that reads, checks
 * and sends records by such a definition. The resources themselves are in `resources`, the calls of
 * sessions and imports in `client`.
 */

import type * as z from 'zod/mini';
import type { Tone } from '../format/values.ts';
import type { ListQuery, ListRemark, Sort } from '../http/list-dialects.ts';
import type { Action, Menu } from '../permissions/index.ts';
import type {
  ActionDefinition,
  BulkDefinition,
  BundleDefinition,
  FormDefinition,
  ReferenceName,
  RowForm,
  UploadDefinition,
} from './form.types.ts';

/**
 * How a value is shown; columns and fields share these kinds. `status` has a badge, `card` is grouped by
 * four, `code` is an identifier, `instant` a day with a time, `days` a day map.
 */
export type ValueKind =
  | 'text'
  | 'code'
  /** A code on the wire, and in files; its name everywhere else. */
  | 'province'
  | 'country'
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

/** The record of a resource that a value names (LIST-16). */
export interface LeadsTo {
  /** Name of the resource: 'cards'; or the field of the same row with that name. */
  readonly resource: string | { readonly field: string };
  /**
   * Field of that resource's list with the same value, if the value isn't the id in its routes. The portal
   * then looks the record up by an exact filter.
   */
  readonly by?: string;
  /** Field of the same row with the id in that resource's routes; by default, the value itself. */
  readonly from?: string;
}

/** What one state of a record means: `tone` is its colour, `means` a sentence for legends and hints. */
export interface StateDefinition {
  /** As shown: 'Partially Paid'. Compared without regard to case and underscores. */
  readonly value: string;
  readonly tone: Tone;
  readonly means: string;
  /** Something may still be owed, so that it is overdue after its `dueBy` day. */
  readonly owed?: boolean;
}

/** One value of a record: a column of a list, or a field of a record. */
export interface ValueDefinition<Row> {
  /** Wire name; also the name in filters, sorts and selected columns. */
  readonly field: string & keyof Row;
  readonly label: string;
  readonly kind: ValueKind;
  /** Field of the same row with the currency or unit of a money, price or volume. */
  readonly unitField?: string & keyof Row;
  /** What is shown for what that field says, if not its own text: `{ Litres: 'L', Gallons: 'gal' }`. */
  readonly units?: Readonly<Record<string, string>>;
  /** The record that the value names; the portal links to it if the account may read it (LIST-16). */
  readonly leadsTo?: LeadsTo;
  /** What the states of a status mean; any other has the tone of `badgeTone`. */
  readonly states?: readonly StateDefinition[];
  /** Fields of the same row with the last day to pay, YYYY-MM-DD, and with what is still due. */
  readonly dueBy?: { readonly day: string & keyof Row; readonly due: string & keyof Row };
}

/**
 * Names of a row's fields, and 'date' for its list's date field. Any text where the rows' type isn't known.
 */
export type FieldOf<Row> = unknown extends Row ? string : (string & keyof Row) | 'date';

/** The names that a list is filtered by, and those that it is sorted by. */
export interface ListNames<Filtered extends string = string, Sorted extends string = Filtered> {
  readonly filter: Filtered;
  readonly sort: Sorted;
}

/** A query of a list by its names. */
export type QueryBy<Names extends ListNames> = ListQuery<Names['filter'], Names['sort']>;

/** A list whose type still says the name of each column. */
interface NamedColumns {
  readonly list: {
    readonly columns: readonly { readonly field: string }[];
    readonly dateField?: string;
  };
}

type DateName<List extends NamedColumns> = List['list'] extends { readonly dateField: string }
  ? 'date'
  : never;

type ColumnOf<List extends NamedColumns> = List['list']['columns'][number];

/**
 * The names that a list's columns allow: those not declared `filterable: false` or `sortable: false`, its id to filter
 * by, and 'date' if it has a date field.
 * @example interface CardNames extends ColumnNames<typeof cards> {}
 */
export interface ColumnNames<List extends NamedColumns> extends ListNames {
  readonly filter:
    | Exclude<ColumnOf<List>, { readonly filterable: false }>['field']
    | DateName<List>
    | 'id';
  readonly sort: Exclude<ColumnOf<List>, { readonly sortable: false }>['field'] | DateName<List>;
}

/** A column of a list. */
export interface ColumnDefinition<Row> extends ValueDefinition<Row> {
  /** Default true. */
  readonly sortable?: boolean;
  /** Default true. */
  readonly filterable?: boolean;
  /** Not shown until selected; default false. */
  readonly hidden?: boolean;
  /** Its values name a record by its resource and id: 'cards:7'. A filter by one is shown with the record's name. */
  readonly namesRecord?: true;
  /** Fixed values that the filter offers, one or several: wire value and label. */
  readonly options?: readonly Option[];
  /** List of choices that the filter offers instead, loaded from the service; their keys are sent. */
  readonly reference?: ReferenceName;
}

/** A choice: `key` is sent, `value` is shown. */
export interface Option {
  readonly key: string;
  readonly value: string;
}

/** A field of a record. */
export interface FieldDefinition<Row> extends ValueDefinition<Row> {
  /** Heading above the field. */
  readonly section: string;
}

/** Rows within a row or record: sub-transactions of a transaction, billed lines of an invoice. */
export interface NestedDefinition<Child> {
  readonly title: string;
  readonly empty: string;
  readonly columns: readonly ColumnDefinition<Child>[];
  /** Each column filters the rows locally, because all of them are loaded (INV-07). */
  readonly filters?: boolean;
  /** Shown as groups of labelled values, one group per row, under this heading; without it, as a table. */
  readonly groupTitle?: (row: Child) => string | undefined;
  /** The row that the record is about, among others like it. */
  readonly current?: (row: Child) => boolean;
}

/**
 * What matters of a row where there is no room for its columns: on a phone, and in a search over all
 * resources.
 */
export interface BriefDefinition<Row> {
  /** Fields with its number or name; `findEverywhere` finds it by each of them unless `searched` says otherwise. The first one is its title. */
  readonly names: readonly (string & keyof Row)[];
  /** Columns that matter besides, in order: company, amount, state, date. */
  readonly about: readonly (string & keyof Row)[];
  /** Columns that a phone shows with their labels, of `about` or besides: a total and what is due of it. */
  readonly labelled?: readonly (string & keyof Row)[];
  /**
   * Fields by which `findEverywhere` finds rows; default `names`. Rows of a list without a view or form for one of
   * them are found only with this, and lead to the list with only those rows.
   */
  readonly searched?: readonly (string & keyof Row)[];
}

/** A resource's list: its call, columns, order and texts. */
export interface ListDefinition<Row, Names extends ListNames = ListNames<FieldOf<Row>>> {
  /** The names that it is filtered and sorted by; only types read it, no list sets it. */
  readonly names?: Names;
  /** Heading above the list: 'Invoice'. */
  readonly title: string;
  readonly path: string;
  /** Name of the array in the response if it isn't `content`. */
  readonly rowsKey?: string;
  /** How the URL specifies the order: `sort=field,asc`, or `sortParam` and `sortingOrder`. */
  readonly sortStyle?: 'sort' | 'sortParam';
  readonly columns: readonly ColumnDefinition<Row>[];
  /** The field that 'date', `from` and `to` refer to. */
  readonly dateField?: string & keyof Row;
  readonly defaultSort?: Sort;
  /** Amounts that the service sums over the whole filter, separately by that field's currencies (LIST-15). */
  readonly totals?: {
    readonly by: string & keyof Row;
    readonly fields: readonly (string & keyof Row)[];
    /** Summed too if one of those fields is filtered: what the matching lines of each row are. */
    readonly lines?: {
      readonly field: string & keyof Row;
      readonly filters: readonly (string & keyof Row)[];
    };
    /** Rows that are listed and not summed: those whose field has this value. */
    readonly except?: { readonly field: string & keyof Row; readonly value: string };
  };
  /** The button that opens the create form, its action, and that form's portal route. */
  readonly add?: { readonly label: string; readonly action: Action; readonly route: string };
  /** Rows can be selected (LIST-01). */
  readonly selectable?: boolean;
  /** Sub-rows of a row. */
  readonly nested?: {
    readonly rows: (row: Row) => readonly unknown[];
    // biome-ignore lint/suspicious/noExplicitAny: only the definition knows the child's type
    readonly definition: NestedDefinition<any>;
  };
  /** What matters of a row; see `BriefDefinition`. By default its first column names it, and the next four matter. */
  readonly brief?: BriefDefinition<Row>;
  /** Reads what the service's answer says of the list besides its rows. The answer is passed unchecked. */
  readonly remark?: (answer: unknown) => ListRemark | undefined;
  /** LIST-05: `none` for a list without columns, `noRows` for a result without rows. */
  readonly texts: { readonly none: string; readonly noRows: string };
}

/** The rows of another list that belong to a record, found by an exact filter (LIST-16). */
export interface RelatedRows<Detail> {
  /** Name of the resource: 'payments'. */
  readonly resource: string;
  /** Field of that list, and the record's field with the same value. */
  readonly field: string;
  readonly from: string & keyof Detail;
}

/** Rows of another list that outlive a record; the question whether to delete it names them (LIST-04). */
export interface KeptRows {
  /** Name of the resource: 'transactions'. */
  readonly resource: string;
  /** Field of that list, and the record's field with the same value. */
  readonly field: string;
  readonly from: string;
  /** Says what stays and what could be done instead; without a number if that isn't known. '' for none. */
  readonly note: (rows: number | undefined) => string;
}

/** A single record: its call, and how it is shown. */
export interface RecordDefinition<Detail> {
  /** Returns the path of a record. */
  readonly path: (id: string) => string;
  /** A schema by `zod` or `zod/mini`. */
  readonly schema: z.core.$ZodType<Detail>;
  /** Heading above the record, and label of the link back. */
  readonly title: string;
  readonly back: string;
  /** Identifies the record next to the title; defaults to its id. */
  readonly caption?: (detail: Detail) => string;
  /** Returns what its fields don't say of its state, in sentences: who put a card on hold, and why. */
  readonly notice?: (detail: Detail) => string | undefined;
  /** Records can only be opened for editing: rows have no view action (LIST-11). */
  readonly editOnly?: boolean;
  /** A screen of its own; see `ResourceMeta`. */
  readonly page?: string;
  readonly fields: readonly FieldDefinition<Detail>[];
  /** Fields that identify the record at a glance; shown above it and above its form. */
  readonly summary?: readonly (string & keyof Detail)[];
  /** Lists that its view links to, with only the rows that belong to it. */
  readonly related?: readonly RelatedRows<Detail>[];
  readonly nested?: readonly {
    readonly rows: (detail: Detail) => readonly unknown[];
    /** Also shown below the form, which doesn't change it. */
    readonly withForm?: boolean;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    readonly definition: NestedDefinition<any>;
  }[];
}

/** How rows are exported as a file: the picked ones, or all that a filter matches (LIST-15). */
export interface ExportDefinition {
  readonly action: Action;
  readonly path: string;
  /** Builds the request body from the selected ids. */
  readonly body: (ids: readonly string[]) => unknown;
  /** The command line exports the whole list only if `--all` says so (CARD-04). */
  readonly needsAll?: boolean;
  /** Used if the response names no file. */
  readonly fileName: string;
  readonly label: string;
  readonly texts: { readonly none: string; readonly success: string; readonly failure: string };
}

/** How a provider's file of rows is imported. */
export interface ImportDefinition {
  readonly action: Action;
  readonly label: string;
  readonly texts: { readonly success: string; readonly failure: string; readonly warning?: string };
}

/**
 * Where a resource is found and what its records offer: everything that a menu, a route or a guard needs.
 * Plain data without schemas, so that loading it costs nothing.
 */
export interface ResourceMeta {
  /** Plural, the noun in commands: 'transactions'. Actions are `{name}.list` and so on. */
  readonly name: string;
  /** Singular and plural for sentences: 'transaction', 'transactions'. */
  readonly noun: readonly [singular: string, plural: string];
  /** The menu whose rights apply, or 'session' if every signed-in user may read it; and its label. */
  readonly menu: Menu | 'session';
  readonly menuLabel: string;
  /** Portal route of the list: '/transactions'. */
  readonly route: string;
  /** Located below that route, on a button labelled `menuLabel`, and without a menu entry of its own. */
  readonly under?: {
    readonly route: string;
    readonly back: string;
    /** A tab next to that list; by default, a button on it leads here. */
    readonly as?: 'tab';
    /** That list's fields and this one's that mean the same: their filters go along with the step to this one. */
    readonly shares?: Readonly<Record<string, string>>;
  };
  /** Present if single records can be shown; the definition says how. */
  readonly record?: {
    readonly editOnly?: boolean;
    /** A screen of its own below `{route}/{id}` that shows the record to whoever may read it: 'summary'. */
    readonly page?: string;
    /** Left out of a search over all resources, because its number is another record's. */
    readonly unsearched?: boolean;
  };
  /** Present if records can be created or changed; the definition says how. */
  readonly form?: {
    readonly create?: unknown;
    readonly update?: unknown;
    /**
     * Shown as a page (the default), as a dialog over the list, or opened only from rows of another list.
     */
    readonly shown?: 'page' | 'dialog' | 'row';
    /** Portal route of the create form, if it isn't `{route}/add-new`. */
    readonly addRoute?: string;
  };
}

/** What a list of a resource needs: read, show, export, import and delete rows, and run actions on them. */
export interface ListedResource<Row = unknown, Names extends ListNames = ListNames<FieldOf<Row>>>
  extends ResourceMeta {
  /** A schema by `zod` or `zod/mini`. */
  readonly schema: z.core.$ZodType<Row>;
  /** Id used in calls and selections; '' if the service sent none. */
  readonly id: (row: Row) => string;
  /** Id used in routes, if it differs from `id` (SHELL-03). */
  readonly routeId?: (row: Row) => string;
  /** Name of the second name that calls accept for a record, which its routes contain: 'number'. */
  readonly named?: string;
  readonly list: ListDefinition<Row, Names>;
  /** Deletes a record by its id; requires the action `{name}.delete` (LIST-04). */
  readonly remove?: {
    readonly path: (id: string) => string;
    /** Rows of another list that stay when the record is deleted: a card's purchases. */
    readonly keeps?: KeptRows;
  };
  readonly bundle?: BundleDefinition<Row>;
  readonly export?: ExportDefinition;
  readonly import?: ImportDefinition;
  readonly actions?: readonly ActionDefinition[];
  /** Changes of picked rows (LIST-15). */
  readonly bulk?: readonly BulkDefinition[];
  readonly upload?: UploadDefinition;
  readonly rowForms?: readonly RowForm<Row>[];
}

/**
 * A resource as data. Lists, commands, menus, permissions and docs derive from it. `Row` is a list's row in
 * the domain, `Detail` the complete record; both keep the wire's field names.
 */
export interface ResourceDefinition<
  Row = unknown,
  Detail = Row,
  Name extends string = string,
  Names extends ListNames = ListNames<FieldOf<Row>>,
> extends ListedResource<Row, Names> {
  readonly record?: RecordDefinition<Detail>;
  /** How a record is created and changed. */
  readonly form?: FormDefinition<Detail, Name>;
}

/**
 * The names of the fields of a resource's form, in drafts, answers and needs: 'amount_paid' of `payments`. Any text for
 * a form whose fields aren't named by its type.
 * @example const name: FormFieldName<typeof payments> = 'amount_paid';
 */
export type FormFieldName<Resource> = Resource extends {
  readonly form?: FormDefinition<infer _, infer Name>;
}
  ? Name
  : never;

/** Any resource, for code that is the same for all of them. */
// biome-ignore lint/suspicious/noExplicitAny: rows of unknown type flow through generic code
export type AnyResource<Name extends string = string> = ResourceDefinition<any, any, Name>;
/** Like `AnyResource`, for code that has only the list definition. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyListed = ListedResource<any>;

/** A resource of the registry: its metadata at once, the rest on demand. */
export interface RegisteredResource extends ResourceMeta {
  readonly loadListDefinition: () => Promise<AnyListed>;
  /** Loads the list definition and everything else. */
  readonly loadDefinition: () => Promise<AnyResource>;
}
