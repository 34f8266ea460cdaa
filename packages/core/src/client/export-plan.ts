import type { ListQuery } from '../http/list-dialects.ts';
import { EXPORT_MESSAGES } from '../messages/export-messages.ts';
import type { AnyListed, FieldOf, ListedResource, ListNames } from '../resource/resource.types.ts';
import {
  type ExportBy,
  type ExportRequest,
  listRows,
  withPlainDays,
} from '../resource/resource-client.ts';
import type { SavedFile } from '../workflows/download/download.types.ts';
import type { Client } from './client.ts';

/** What to export: the picked rows or, if none are picked, everything that the query matches. */
export interface ExportChoice<Field extends string = string, Sorted extends string = Field> {
  readonly ids: readonly string[];
  readonly query: Pick<ListQuery<Field, Sorted>, 'filters' | 'from' | 'to' | 'sort'>;
}

/** What an export is about to save (LIST-15). */
export interface ExportPlan<Field extends string = string, Sorted extends string = Field> {
  readonly request: ExportRequest<Field, Sorted>;
  /** Number of rows, counted before the export starts. */
  readonly count: number;
  /** 'Export 276 transactions'. */
  readonly title: string;
  /** Why it can't start: no row matches, or there are more than the platform can save at once. */
  readonly refused?: string;
}

/** Options of a plan. */
export interface PlanOptions {
  /** Most rows that the platform saves at once; by default any number. */
  readonly most?: number;
  readonly signal?: AbortSignal;
}

/**
 * Counts what an export is about to save, before it starts (LIST-15). Picked rows win over the filter.
 * Rejects with an `ApiError` if the service can't count the rows.
 *
 * @param client whose session and connection are used
 * @param definition the definition of the resource
 * @param choice ids of picked rows, or the list's query
 * @param options `signal` aborts the call
 * @returns what will be in the file
 */
export async function planExport<Row, Names extends ListNames = ListNames<FieldOf<Row>>>(
  client: Client,
  definition: ListedResource<Row, Names>,
  { ids, query: asked }: ExportChoice<NoInfer<Names>['filter'], NoInfer<Names>['sort']>,
  { most = Number.POSITIVE_INFINITY, signal }: PlanOptions = {},
): Promise<ExportPlan<Names['filter'], Names['sort']>> {
  // Once, so that the count and the file are of the same days.
  const query = withPlainDays(client, definition, asked);
  const { filters, from, sort, to } = query;
  const request: ExportBy<Names> =
    ids.length > 0
      ? { ids: [...new Set(ids)] }
      : { filters, ...(from && { from }), ...(to && { to }), ...(sort && { sort }) };
  const count =
    'ids' in request
      ? request.ids.length
      : (await listRows(client, definition, { ...query, page: 0, size: 1 }, signal)).totalRecords;
  const [singular, plural] = definition.noun;
  const title = EXPORT_MESSAGES.title(count, count === 1 ? singular : plural);
  if (count === 0) return { request, count, title, refused: definition.export?.texts.none ?? '' };
  if (count <= most) return { request, count, title };
  return { request, count, title, refused: EXPORT_MESSAGES.tooMany(count, most, plural) };
}

/** Number of the picked rows that this account can read; undefined if the service can't say. */
const readable = (client: Client, definition: AnyListed, ids: readonly string[]) =>
  missingIds(client, definition, ids).then(
    (missing) => ids.length - missing.length,
    () => undefined,
  );

/**
 * Returns why a file that has arrived isn't whole: it has fewer rows than were there both before and after it was made, or
 * than picked rows exist. Rejects with an `ApiError` if the rows of a filter can't be counted again.
 */
export async function missingRows(
  client: Client,
  definition: AnyListed,
  plan: ExportPlan | undefined,
  saved: number,
): Promise<string | undefined> {
  if (plan === undefined || saved >= plan.count) return undefined;
  const { request } = plan;
  if ('ids' in request) {
    const there = (await readable(client, definition, request.ids)) ?? saved;
    return saved < there ? EXPORT_MESSAGES.short(there, saved) : undefined;
  }
  const { filters, from, to } = request;
  const query = { filters, ...(from && { from }), ...(to && { to }), page: 0, size: 1 };
  const { totalRecords } = await listRows(client, definition, query);
  const least = Math.min(plan.count, totalRecords);
  return saved < least ? EXPORT_MESSAGES.short(least, saved) : undefined;
}

/**
 * Returns what to say if a saved file has another number of rows than were counted; undefined if it has
 * exactly those. A picked row is left out if it doesn't exist, or this account may not read it. The service reads all rows of a file at one moment, so a file is complete for that moment,
 * even if the list changed after it was counted (LIST-15).
 *
 * @param plan what was counted before
 * @param saved the saved file, with its number of rows
 */
export function exportNote({ count, request }: ExportPlan, { rows }: SavedFile) {
  if (rows === undefined || rows === count) return undefined;
  return EXPORT_MESSAGES['ids' in request ? 'picked' : 'changed'](count, rows);
}

/** Ids of one question; services limit the filters of a list. */
const IDS_AT_ONCE = 50;

/**
 * Returns those of the ids of which this account can't read a record, in their order. Rejects with an `ApiError` if
 * the service can't list records by their ids.
 *
 * @param client whose session and connection are used
 * @param definition the definition of the resource
 * @param ids the records' ids
 * @param signal aborts the call
 */
export async function missingIds(
  client: Client,
  definition: AnyListed,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const asked = ids.slice(start, start + IDS_AT_ONCE);
    const filters = asked.map((value) => ({ field: 'id', match: 'exact', value }) as const);
    const query = { page: 0, size: IDS_AT_ONCE, filters };
    const { rows } = await listRows(client, definition, query, signal);
    const found = new Set(rows.map((row) => definition.id(row)));
    missing.push(...asked.filter((id) => !found.has(id)));
  }
  return missing;
}
