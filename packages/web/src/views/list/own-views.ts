import {
  type AnyListed,
  ApiError,
  type Client,
  getViews,
  type ListQuery,
  type NamedView,
  openView,
} from '@forecourt/core';
import type { ChosenColumns } from './use-columns.ts';

/** When this service last answered that it keeps no views, in ms. */
const NONE_KEY = 'forecourt.views.none';
const DAY_MS = 86_400_000;

/** Whether the service had no views a short while ago: asking again logs an error in the console at each page load. */
const keepsNone = (): boolean => Date.now() - Number(localStorage.getItem(NONE_KEY) ?? 0) < DAY_MS;

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

let kept:
  | { readonly of: readonly unknown[]; readonly views: Promise<readonly NamedView[]> }
  | undefined;

/**
 * The user's views of all lists. They are asked for once per page load, so that opening a list costs no call, and not
 * for a day after the service answered that it keeps none; `anew` asks again.
 */
export function ownViews(
  client: Client,
  owner: string,
  anew = false,
): Promise<readonly NamedView[]> {
  if (anew || kept?.of[0] !== client || kept.of[1] !== owner) {
    if (!anew && keepsNone()) return Promise.resolve([]);
    const views = getViews(client);
    kept = { of: [client, owner], views };
    views.then(
      () => localStorage.removeItem(NONE_KEY),
      (error) => {
        kept = undefined;
        if (isMissing(error)) localStorage.setItem(NONE_KEY, String(Date.now()));
      },
    );
  }
  return kept?.views ?? Promise.resolve([]);
}

/** The list's default view; undefined if there is none, or no answer. */
export async function loadDefault(client: Client, owner: string, definition: AnyListed) {
  const views = await ownViews(client, owner).catch(() => []);
  const view = views.find(({ isDefault, list }) => isDefault && list === definition.name);
  return view && openView(definition, view);
}

type Shown = Pick<ChosenColumns, 'all' | 'shown'>;

/** What makes a list look as it does: filters, order, days and columns. */
const looks = (
  { filters = [], from, sort, to }: Partial<ListQuery>,
  fields: readonly string[],
): string =>
  JSON.stringify([
    filters.map(({ field, match, value }) => [field, match, value].join()).sort(),
    [sort?.field, sort?.direction, from, to],
    fields,
  ]);

/** The view that the list shows as it was kept; undefined if it shows none, or was changed since. */
export function openOne(
  definition: AnyListed,
  views: readonly NamedView[],
  query: ListQuery,
  { all, shown }: Shown,
): NamedView | undefined {
  const fieldsOf = (columns: Shown['all']) => columns.map(({ field }) => field as string);
  const now = looks(query, fieldsOf(shown));
  return views.find((view) => {
    const { columns, query } = openView(definition, view);
    const own = columns ?? fieldsOf(all.filter(({ hidden = false }) => !hidden));
    return view.list === definition.name && looks(query, own) === now;
  });
}

/** Like `openOne`, of the views that are kept at the service: its name. */
export async function nameOfOpen(
  client: Client,
  owner: string,
  ...[definition, query, columns]: [AnyListed, ListQuery, Shown]
): Promise<string | undefined> {
  const views = await ownViews(client, owner).catch(() => []);
  return openOne(definition, views, query, columns)?.name;
}
