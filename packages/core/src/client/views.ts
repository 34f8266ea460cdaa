import * as z from 'zod/mini';
import { filterText, type ListQuery, parseFilterText, type Sort } from '../http/list-dialects.ts';
import { controlIssue, isInvisible } from '../resource/form-rules.ts';
import type { AnyListed, ListDefinition } from '../resource/resource.types.ts';
import { typedQuery } from '../resource/typed-filters.ts';
import type { Client } from './client.ts';
import { lenientFlag, lenientText } from './lenient.ts';
import { randomText } from './ports.ts';
import { sendChange } from './send-change.ts';

/** What a named view keeps of a list: filters with their relative days, order and columns (LIST-15). */
export interface ViewContent {
  readonly query: Partial<Pick<ListQuery, 'filters' | 'sort' | 'from' | 'to'>>;
  /** Fields of the columns that are shown; undefined for the list's own. */
  readonly columns?: readonly string[] | undefined;
}

/** A named view of a list, of the signed-in user alone (LIST-15). */
export interface NamedView extends ViewContent {
  /** Name of the resource: 'invoices'. */
  readonly list: string;
  readonly name: string;
  /** Shown when the list is opened without a query. At most one view of a list is. */
  readonly isDefault: boolean;
  /** Its version; a change names it, so that two tabs don't overwrite each other (WIRE-05). */
  readonly etag: string;
}

/** The version of a view that doesn't exist yet. */
const NOT_YET = '"0"';

const texts = z.catch(z.nullish(z.array(z.string())), undefined);

const viewsSchema = z.array(
  z.object({
    list: lenientText,
    name: lenientText,
    filters: texts,
    sort: lenientText,
    from: lenientText,
    to: lenientText,
    columns: texts,
    default: lenientFlag,
    etag: lenientText,
  }),
);

function sortOf(text: string): Sort | undefined {
  const [field, direction] = text.split(',');
  return field ? { field, direction: direction === 'desc' ? 'desc' : 'asc' } : undefined;
}

function viewOf(wire: z.infer<typeof viewsSchema>[number]): NamedView {
  const { columns, etag, filters, from, list, name, sort, to } = wire;
  const order = sortOf(sort);
  return {
    list,
    name,
    query: {
      // One that can't be read is left out as an unknown field is, and not in silence.
      filters: (filters ?? []).map(
        (text) => parseFilterText(text) ?? { field: text, match: 'exact', value: '' },
      ),
      ...(order && { sort: order }),
      ...(from && { from }),
      ...(to && { to }),
    },
    columns: columns ?? undefined,
    isDefault: wire.default,
    etag,
  };
}

/**
 * Lists the user's named views, of all lists or of one (LIST-15). Rejects with an `ApiError`: 404 if the
 * service keeps no views.
 *
 * @param client whose session and connection are used
 * @param list the resource of the list; by default those of all lists
 * @param signal aborts the call
 * @returns the views
 */
export async function getViews(
  client: Client,
  list?: string,
  signal?: AbortSignal,
): Promise<readonly NamedView[]> {
  const { data } = await client.http.json(
    { operation: 'views.list', method: 'GET', path: 'views', ...(signal && { signal }) },
    viewsSchema,
  );
  return data.map(viewOf).filter((view) => list === undefined || view.list === list);
}

/**
 * Returns what names of views are compared by: two that differ only in case or in blanks around them are the
 * same view (LIST-15).
 *
 * @param name what was typed
 */
export const viewKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** Most characters of a view's name. */
const MAX_NAME_LENGTH = 60;

/**
 * Returns what is wrong with the name of a view; undefined if it can be saved (LIST-15).
 *
 * @param name what was typed
 */
export function viewNameIssue(name: string): string | undefined {
  const text = name.trim();
  return isInvisible(text) || text.length > MAX_NAME_LENGTH
    ? `A view's name has 1 to ${MAX_NAME_LENGTH} characters on one line.`
    : controlIssue({ input: 'text', label: 'The name' }, text)?.message;
}

/**
 * Returns the view of this name; undefined if there is none.
 *
 * @param views the user's views
 * @param name what was typed
 */
export const viewNamed = <V extends Pick<NamedView, 'name'>>(
  views: readonly V[],
  name: string,
): V | undefined => views.find((view) => viewKey(view.name) === viewKey(name));

/** What to save: a new view, or with `before` a change of that view. */
export interface ViewToSave extends ViewContent {
  readonly list: string;
  readonly name: string;
  readonly isDefault?: boolean;
  /** The view as it was loaded; with another name it is renamed. */
  readonly before?: Pick<NamedView, 'name' | 'etag'> | undefined;
}

const pathOf = (list: string, name: string): string =>
  `views/${encodeURIComponent(list)}/${encodeURIComponent(name)}`;

/**
 * Saves a named view. Rejects with an `ApiError`: code 'conflict' if the view was changed since it was loaded,
 * or if a new view's name is taken.
 *
 * @param client whose session and connection are used
 * @param view the list, the name, and what it shows
 * @param signal aborts the call
 */
export async function saveView(
  client: Client,
  { before, columns, isDefault = false, list, name, query }: ViewToSave,
  signal?: AbortSignal,
): Promise<void> {
  const { filters = [], from = null, sort, to = null } = query;
  await sendChange(client, {
    operation: 'views.save',
    method: 'PUT',
    path: pathOf(list, before?.name ?? name),
    json: {
      ...(before && before.name !== name && { name }),
      filters: filters.map(filterText),
      sort: sort ? `${sort.field},${sort.direction}` : null,
      from,
      to,
      columns: columns ?? null,
      default: isDefault,
    },
    ifMatch: before?.etag ?? NOT_YET,
    idempotencyKey: randomText(),
    ...(signal && { signal }),
  });
}

/**
 * Deletes a named view. Rejects with an `ApiError`: code 'conflict' if it was changed since it was loaded.
 *
 * @param client whose session and connection are used
 * @param view its list, name and version
 * @param signal aborts the call
 */
export async function removeView(
  client: Client,
  { etag, list, name }: Pick<NamedView, 'list' | 'name' | 'etag'>,
  signal?: AbortSignal,
): Promise<void> {
  await sendChange(client, {
    operation: 'views.remove',
    method: 'DELETE',
    path: pathOf(list, name),
    ifMatch: etag,
    idempotencyKey: randomText(),
    ...(signal && { signal }),
  });
}

/** A view as it can be shown now, and what of it was left out, in sentences. */
export interface OpenedView {
  readonly query: NamedView['query'];
  readonly columns: readonly string[] | undefined;
  readonly issues: readonly string[];
}

/**
 * Returns a view as the list can show it now. A column or field that no longer exists is left out and
 * reported, and the rest is shown (LIST-15).
 *
 * @param resource the definition of the list's resource
 * @param view the view, as saved
 */
export function openView({ list }: Pick<AnyListed, 'list'>, view: ViewContent): OpenedView {
  const { issues, query } = typedQuery(list as ListDefinition<unknown>, view.query);
  const known = list.columns.map(({ field }) => field as string);
  const shown = view.columns?.filter((field) => known.includes(field));
  const gone = view.columns?.filter((field) => !known.includes(field)) ?? [];
  return {
    query,
    columns: shown?.length ? shown : undefined,
    issues: [...issues, ...gone.map((field) => `This list has no column '${field}' any more`)],
  };
}
