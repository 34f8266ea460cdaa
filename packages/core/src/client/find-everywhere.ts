import { localToday } from '../format/dates.ts';
import { EMPTY, formatValue, groupCard, maskCard } from '../format/values.ts';
import { ApiError } from '../http/outcome.ts';
import { canOn } from '../permissions/index.ts';
import type {
  AnyListed,
  ColumnDefinition,
  RegisteredResource,
} from '../resource/resource.types.ts';
import { listRows } from '../resource/resource-client.ts';
import { type ShownState, stateOf } from '../resource/states.ts';
import { unitOf } from '../resource/units.ts';
import { RESOURCES } from '../resources/registry.ts';
import type { Client } from './client.ts';
import { opensRecords, recordRoute, rowsRoute } from './record-links.ts';

type Row = Readonly<Record<string, unknown>>;
type Column = ColumnDefinition<Row>;

/** A record in brief: its kind, its name, its main facts, and where it is. */
export interface RecordBrief {
  /** Name of the resource: 'invoices'. */
  readonly resource: string;
  /** What it is, in the singular: 'invoice'. */
  readonly noun: string;
  /** Id in its portal route and in commands: 'INV-10021'. */
  readonly id: string;
  /** As shown: 'INV-10021', '7076 8500 0000 0012'. */
  readonly title: string;
  /** The title where it is kept; only the last four digits of a card number. */
  readonly masked: string;
  /** Its other main facts: 'North Haul, 1,234.50 CAD, 24/11/26'. */
  readonly about: string;
  readonly state?: ShownState;
  /** Its portal route; of a found record that this account may read but not open, its list with only that. */
  readonly route: string;
}

/** A record that was found by its number or name. */
export interface FoundRecord extends RecordBrief {
  /** Whether the text is its whole number or name, not only the beginning. */
  readonly exact: boolean;
}

/** What one resource answered; `error` if it could not be asked. */
export interface FindPart {
  readonly resource: string;
  /** Label of its menu: 'Invoices'. */
  readonly label: string;
  readonly found: readonly FoundRecord[];
  /** The first column of its list contains the text in some row: a filter by it finds something. */
  readonly filters: boolean;
  readonly error?: ApiError;
}

/** Options of a search over all resources. */
export interface FindOptions {
  readonly signal?: AbortSignal;
  /** At most this many records for each name of a resource; default 5. */
  readonly limit?: number;
  /** Longest wait for one resource in ms, so that it doesn't hold up the others; default 8,000. */
  readonly waitMs?: number;
  /** The service's day, YYYY-MM-DD, for what is overdue; default this computer's. */
  readonly today?: string;
  /** Called with each resource's answer as it arrives. */
  readonly onPart?: (part: FindPart) => void;
}

/** What a search over all resources found, and which resources could not be asked. */
export interface FindResult {
  /** Exact matches first, then the rest, in the order of the registry. */
  readonly found: readonly FoundRecord[];
  /** Resources that could not be asked. */
  readonly failed: readonly FindPart[];
}

const SHORTEST = 2;
const DEFAULT_LIMIT = 5;
const DEFAULT_WAIT_MS = 8000;

const columnOf = ({ list }: AnyListed, field: string): Column | undefined =>
  (list.columns as readonly Column[]).find((column) => column.field === field);

/** Returns the text to ask a column for, or undefined if its values can't begin with it. */
function wantedIn({ filterable, kind }: Column, text: string): string | undefined {
  if (filterable === false) return undefined;
  // Card numbers are shown in groups, and people type them that way.
  const digits = text.replaceAll(/\s/g, '');
  if (kind === 'card') return /^\d{4,}$/.test(digits) ? digits : undefined;
  return text;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

function aboutOf(definition: AnyListed, row: Row, title: string): string {
  const { about = [] } = definition.list.brief ?? {};
  const [names, searched] = [namesOf(definition), searchedIn(definition)];
  // By what else it was found, such as the former name of a customer.
  const others = searched.filter(
    (field) => !names.includes(field) && !about.includes(field) && row[field] !== title,
  );
  return [...others, ...about]
    .flatMap((field) => {
      const column = columnOf(definition, field);
      if (!column || column.kind === 'status') return [];
      const text = formatValue(column.kind, row[field]);
      const unit = unitOf(column, row);
      return text === EMPTY ? [] : [unit ? `${text} ${unit}` : text];
    })
    .join(', ');
}

/** Fields by which rows are found. */
const searchedIn = ({ list }: AnyListed): readonly string[] =>
  list.brief?.searched ?? list.brief?.names ?? [];

const namesOf = ({ list }: AnyListed): readonly string[] => list.brief?.names ?? [];

/**
 * Returns the brief of a row or record; `today` is the service's day, YYYY-MM-DD.
 *
 * @param definition the definition of the row's resource
 * @param row a row of its list, or a loaded record
 * @param today the service's day, YYYY-MM-DD
 */
export function briefOf(definition: AnyListed, row: Row, today: string): RecordBrief {
  const { brief, columns } = definition.list;
  const id = definition.routeId?.(row) || definition.id(row);
  const status = (columns as readonly Column[]).find(
    ({ field, kind }) => kind === 'status' && brief?.about.includes(field),
  );
  const [first = ''] = namesOf(definition);
  const kind = columnOf(definition, first)?.kind ?? 'text';
  const named = formatValue(kind, row[first]);
  const title = named === EMPTY ? id : named;
  return {
    resource: definition.name,
    noun: definition.noun[0],
    id,
    title,
    masked: kind === 'card' ? maskCard(title) : title,
    about: aboutOf(definition, row, title),
    ...(status && { state: stateOf(status, row, today) }),
    route: definition.record
      ? recordRoute(definition, id)
      : `${definition.route}/${encodeURIComponent(id)}/edit`,
  };
}

/** Whether one of the row's names is the text: '7076 8500 0000 0012' is '7076850000000012'. */
const isNamed = (definition: AnyListed, row: Row, text: string): boolean =>
  searchedIn(definition).some((field) => {
    const name = String(row[field] ?? '');
    return plain(name) === plain(text) || plain(groupCard(name)) === plain(text);
  });

/** Asks one resource by each of its names; the shortest of those that begin with the text is first. */
async function askResource(
  client: Client,
  registered: RegisteredResource,
  text: string,
  options: FindOptions,
): Promise<Answer> {
  const { limit = DEFAULT_LIMIT, signal, today = localToday() } = options;
  const definition = await registered.loadListDefinition();
  if (!isRecord(registered) && definition.list.brief?.searched === undefined) return NOTHING;
  const asked = searchedIn(definition).flatMap((field) => {
    const column = columnOf(definition, field);
    const value = column && wantedIn(column, text);
    return value === undefined ? [] : [{ field, value }];
  });
  const pages = await Promise.all(
    asked.map(({ field, value }) =>
      listRows<Row>(
        client,
        definition,
        {
          page: 0,
          size: limit,
          // A whole number is before all that only begin with it.
          sort: { field, direction: 'asc' },
          filters: [{ field, match: 'begins', value }],
        },
        signal,
      ),
    ),
  );
  const opens = isRecord(registered) && opensSingly(registered, client);
  const found = pages.flatMap(({ rows }) =>
    rows.map((row) => ({
      ...briefOf(definition, row, today),
      ...(!opens && { route: listRoute(definition, row) }),
      exact: isNamed(definition, row, text),
    })),
  );
  const unique = [...new Map(found.map((record) => [record.id, record])).values()];
  const shown = pages.flatMap(({ rows }) => rows);
  return {
    found: unique.filter(({ id }) => id !== ''),
    filters: await isWithin(client, definition, shown, text, signal),
  };
}

type Answer = Pick<FindPart, 'filters' | 'found'>;

const NOTHING: Answer = { found: [], filters: false };

/** Whether the first column contains the text in one of the rows that are known already, or in any. */
async function isWithin(
  client: Client,
  definition: AnyListed,
  rows: readonly Row[],
  text: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const [column] = definition.list.columns as readonly Column[];
  const value = column && (column.kind === 'card' ? text.replaceAll(/\s/g, '') : text);
  if (!column || value === undefined || column.filterable === false) return false;
  // A name isn't asked for among numbers, nor the other way round.
  const isCode = column.kind === 'card' || column.kind === 'code';
  if (!(isCode ? /\d/ : /\p{L}/u).test(value)) return false;
  const { field } = column;
  if (rows.some((row) => plain(String(row[field] ?? '')).includes(plain(value)))) return true;
  const query = { page: 0, size: 1, filters: [{ field, match: 'contains' as const, value }] };
  return (await listRows<Row>(client, definition, query, signal)).rows.length > 0;
}

/** Whether a record of the resource has a view or a form of its own. */
const isRecord = ({ form, record }: RegisteredResource): boolean =>
  record !== undefined || form?.update !== undefined;

/** Whether the resource's rows are found, and this account may read them. */
const isOffered = ({ menu, record }: RegisteredResource, { session }: Client): boolean =>
  record?.unsearched !== true && canOn(session.access(), menu, 'read').allowed;

/** Whether this account may open single records: those without a view only open as a form. */
const opensSingly = (registered: RegisteredResource, { session }: Client): boolean =>
  registered.record
    ? opensRecords(registered, session.access())
    : canOn(session.access(), registered.menu, 'update').allowed;

/** Returns the route of the list with only the rows of that name. */
function listRoute(definition: AnyListed, row: Row): string {
  const named = searchedIn(definition).find((field) => String(row[field] ?? '') !== '');
  return named === undefined ? definition.route : rowsRoute(definition, named, String(row[named]));
}

/**
 * Finds records of all resources whose number or name begins with the text: invoices, cards, customers, auth
 * codes, as their definitions say (`list.brief`). Resources that this account can't read aren't asked, and
 * one that is slow or fails doesn't hold up the others: it is returned in `failed`. A text shorter than two
 * characters finds nothing. Rejects only when `signal` is aborted.
 *
 * @param client whose session and connection are used
 * @param text what was typed: the beginning of a number or a name
 * @param options which resources to ask, how many records of each, and how long to wait in ms
 * @returns the records that were found, and the resources that couldn't be asked
 * @example
 * const { found } = await findEverywhere(client, 'INV-10021'); // [{ title: 'INV-10021', exact: true, … }]
 */
export async function findEverywhere(
  client: Client,
  text: string,
  options: FindOptions = {},
): Promise<FindResult> {
  const wanted = text.replaceAll(/\s+/g, ' ').trim();
  if (wanted.length < SHORTEST) return { found: [], failed: [] };
  const { onPart, signal, waitMs = DEFAULT_WAIT_MS } = options;
  const parts = await Promise.all(
    RESOURCES.filter((registered) => isOffered(registered, client)).map(
      async (registered): Promise<FindPart> => {
        const { menuLabel: label, name: resource } = registered;
        const late = AbortSignal.timeout(waitMs);
        const own = signal ? AbortSignal.any([signal, late]) : late;
        const part = await askResource(client, registered, wanted, {
          ...options,
          signal: own,
        }).then(
          (answer) => ({ resource, label, ...answer }),
          (error: unknown) => ({
            resource,
            label,
            ...NOTHING,
            error: toError(error, resource, late),
          }),
        );
        signal?.throwIfAborted();
        onPart?.(part);
        return part;
      },
    ),
  );
  return { found: inOrder(parts), failed: parts.filter(({ error }) => error !== undefined) };
}

function toError(error: unknown, resource: string, late: AbortSignal): ApiError {
  if (error instanceof ApiError && !late.aborted) return error;
  return new ApiError({
    kind: late.aborted ? 'timeout' : 'network',
    operation: `${resource}.list`,
    code: late.aborted ? 'timeout' : 'network',
    message: late.aborted ? 'The service did not answer in time.' : String(error),
  });
}

/**
 * Returns the records of all answers, exact matches first.
 *
 * @param parts the answers, one for each resource
 */
export function inOrder(parts: readonly FindPart[]): readonly FoundRecord[] {
  const order = RESOURCES.map(({ name }) => name);
  const all = parts
    .toSorted((left, right) => order.indexOf(left.resource) - order.indexOf(right.resource))
    .flatMap(({ found }) => found);
  return [...all.filter(({ exact }) => exact), ...all.filter(({ exact }) => !exact)];
}
