import { filterText, type ListQuery } from '../http/list-dialects.ts';
import { canOn, type MenuAccess } from '../permissions/index.ts';
import type { AnyResource, LeadsTo, ResourceMeta } from '../resource/resource.types.ts';
import { findResource } from '../resources/registry.ts';
import { trailMeta } from '../resources/trail/trail.meta.ts';

type Row = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/**
 * Returns the portal route of a record: its own page or its view, or its form if records can only be opened for editing.
 *
 * @param resource its route and how records are shown
 * @param id the record's id
 */
export const recordRoute = (
  { record, route }: Pick<ResourceMeta, 'record' | 'route'>,
  id: string,
): string =>
  `${route}/${encodeURIComponent(id)}/${record?.page ?? (record?.editOnly ? 'edit' : 'view')}`;

/**
 * Whether this account may open records of the resource.
 *
 * @param resource its menu and how records are shown
 * @param access what the account may do; undefined without a session
 * @returns whether they can be opened, and the account has the right to read them
 */
export const opensRecords = (
  { menu, record }: Pick<ResourceMeta, 'menu' | 'record'>,
  access: MenuAccess | undefined,
): boolean =>
  record !== undefined &&
  canOn(access, menu, record.editOnly && record.page === undefined ? 'update' : 'read').allowed;

/**
 * Returns the portal route that a value leads to (LIST-16), or undefined if it is empty or this account may
 * not read the record. A value that isn't the record's id leads to `{route}/by/{field}/{value}`, where the
 * portal looks the record up.
 *
 * @param column the field, and which resource its value leads to
 * @param row the row that has the value
 * @param access what the account may do; undefined without a session
 */
export function recordLink(
  { field, leadsTo }: { readonly field: string; readonly leadsTo?: LeadsTo | undefined },
  row: Row,
  access: MenuAccess | undefined,
): string | undefined {
  const { resource } = leadsTo ?? {};
  const name = typeof resource === 'object' ? textOf(row[resource.field]) : resource;
  const registered = findResource(name ?? '');
  const value = textOf(row[leadsTo?.from ?? field]);
  if (!registered || !leadsTo || value === '') return undefined;
  if (leadsTo.by !== undefined) {
    const path = `${registered.route}/by/${leadsTo.by}/${encodeURIComponent(value)}`;
    return canOn(access, registered.menu, 'read').allowed ? path : undefined;
  }
  return opensRecords(registered, access) ? recordRoute(registered, value) : undefined;
}

/**
 * Returns the portal route of a list with only the rows whose field has that value. Throws a TypeError for a value
 * that is no text.
 *
 * @param resource its route
 * @param field the field that is filtered
 * @param value the value, exactly
 */
export const rowsRoute = ({ route }: Pick<ResourceMeta, 'route'>, field: string, value: string) =>
  `${route}?${new URLSearchParams({ filter: filterText({ field, match: 'exact', value }) })}`;

/** The part of a list's query that may mean the same in another list. */
export type FilteredQuery = Pick<Partial<ListQuery>, 'filters' | 'from' | 'to'>;

/**
 * Returns the portal route of a list below the one that is shown, with those of its filters that mean the same
 * there (LIST-16). `shares` has the other list's field for each field of the shown one; the shown list's days are
 * those of its `dateField`. Throws a TypeError for a filter whose value is no text.
 *
 * @param route the portal route of the other list
 * @param shares the other list's field for each field of this one
 * @param shown filters and days of the list that is shown
 * @param dateField the field of this list's own date
 */
export function neighbourRoute(
  route: string,
  shares: Readonly<Record<string, string>> = {},
  { filters = [], from, to }: FilteredQuery = {},
  dateField?: string,
): string {
  const search = new URLSearchParams();
  for (const filter of filters) {
    const field = shares[filter.field];
    if (field !== undefined) search.append('filter', filterText({ ...filter, field }));
  }
  const dated = dateField !== undefined && shares[dateField] !== undefined;
  if (dated && from) search.append('from', from);
  if (dated && to) search.append('to', to);
  return search.size === 0 ? route : `${route}?${search}`;
}

/** A list that belongs to a record: its label, and its portal route once the record is loaded. */
export interface RelatedList {
  readonly label: string;
  readonly route: string | undefined;
}

/** The record's timeline: the trail with only its events (SHELL-14). */
function timelineOf({ id, name }: AnyResource, record: Row | undefined): readonly RelatedList[] {
  if (name === trailMeta.name) return [];
  const own = record && textOf(id(record));
  if (own === '') return [];
  const route = own && rowsRoute(trailMeta, 'record', `${name}:${own}`);
  return [{ label: 'Timeline', route }];
}

/**
 * Returns the lists of a record's own rows that this account may read (LIST-16), and its timeline. Without a record,
 * returns those that it may have, without their routes, so that a page can keep their room. Never throws.
 *
 * @param definition the definition of the record's resource
 * @param record the record, as loaded
 * @param access what the account may do; undefined without a session
 */
export function relatedLists(
  definition: AnyResource,
  record: Row | undefined,
  access: MenuAccess | undefined,
): readonly RelatedList[] {
  const lists = (definition.record?.related ?? []).flatMap(({ field, from, resource }) => {
    const registered = findResource(resource);
    const value = record && textOf(record[from]);
    if (!registered || value === '' || !canOn(access, registered.menu, 'read').allowed) return [];
    const route = value === undefined ? undefined : rowsRoute(registered, field, value);
    return [{ label: registered.menuLabel, route }];
  });
  return [...lists, ...timelineOf(definition, record)];
}
