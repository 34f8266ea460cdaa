import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Delivery,
  duesBetween,
  isExcepted,
  parseDeliveries,
} from '@forecourt/core/provider-files';
import { usageError } from '../command-error.ts';
import { writePrivateFile } from '../files/safe-file.ts';
import type { Settings } from '../settings/settings.ts';
import { CALENDAR } from './inbox.ts';
import type { Deliveries, FileState, NightFile, ShortDelivery } from './night.types.ts';

/**
 * Reads the calendar of `--expected`, else the inbox's own `expected.json`; undefined without one.
 * Throws a usage error that names the file and the faulty entry.
 */
export function readCalendar(
  inboxDir: string,
  provided: string | undefined,
  providers: readonly string[],
): readonly Delivery[] | undefined {
  const path = provided ?? join(inboxDir, CALENDAR);
  if (provided === undefined && !existsSync(path)) return undefined;
  const hint = provided === undefined ? '' : ' (--expected)';
  let input: unknown;
  try {
    input = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw usageError(`The calendar of deliveries can't be read: ${path}: ${why}${hint}`);
  }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return parseDeliveries(input, { providers, timeZone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw usageError(`${path}: ${error.message}.${hint}`);
  }
}

/** The state of one entry; instants in ms since 1970. */
interface Known {
  /** Deliveries due up to this instant have been evaluated. */
  readonly until: number;
  /** Due times of missing deliveries. */
  readonly open: readonly number[];
  /** Due times still ahead whose delivery has already arrived. */
  readonly early: readonly number[];
}

/** The stored state: one file for each inbox and service, next to the journal. */
interface Memory {
  readonly inbox: string;
  readonly service: string;
  /** When the calendar took effect; earlier imports don't count. */
  readonly since: string;
  /** Keyed by entry: 'ESSO', 'ESSO#2'. */
  readonly entries: Readonly<Record<string, Known>>;
  /** Keys of the imports already counted. */
  readonly counted: readonly string[];
}

const KEPT_KEYS = 5_000;
const WEEK_MS = 7 * 86_400_000;

const pathOf = ({ paths }: Settings, about: Pick<Memory, 'inbox' | 'service'>): string => {
  const name = createHash('sha256').update(`${about.service}\n${about.inbox}`).digest('hex');
  return join(paths.journal, 'deliveries', `${name.slice(0, 32)}.json`);
};

/** An unreadable file counts as missing: the calendar starts over. */
function readMemory(path: string, { about, since }: Pick<Look, 'about' | 'since'>): Memory {
  try {
    const memory = JSON.parse(readFileSync(path, 'utf8')) as Partial<Memory> | null;
    const isWhole = memory?.entries && memory.since && Array.isArray(memory.counted);
    if (isWhole) return memory as Memory;
  } catch {
    // Treated as missing.
  }
  return { ...about, since: since.toISOString(), entries: {}, counted: [] };
}

interface Look {
  readonly calendar: readonly Delivery[];
  readonly about: Pick<Memory, 'inbox' | 'service'>;
  /** The files of this night and the one before it, because a killed run couldn't count its own. */
  readonly files: readonly NightFile[];
  /** The files of this run: an earlier run's are no longer in the inbox, or are among these again. */
  readonly present: readonly NightFile[];
  /** When a new calendar takes effect. */
  readonly since: Date;
  readonly now: Date;
}

/**
 * Compares arrivals with the calendar. A file counts for its provider's delivery with the nearest
 * due time or, if that one has arrived, for the oldest missing one. `save` stores what was counted.
 */
export function lookAtDeliveries(
  settings: Settings,
  { about, calendar, files, now, present, since }: Look,
): { readonly deliveries: Deliveries; save(): void } {
  const path = pathOf(settings, about);
  const memory = readMemory(path, { about, since });
  const counted = new Set(memory.counted);
  const entries = openEntries(calendar, memory, since.getTime());
  for (const entry of entries) advance(entry, now.getTime());
  const short: ShortDelivery[] = [];
  for (const { at, file } of arrivalsOf(files, counted, new Date(memory.since))) {
    const taker = takerOf(entries, file.provider, at);
    if (taker === undefined) continue;
    settle(taker.entry, taker.due);
    const { leastRows, provider } = taker.entry.delivery;
    const rows = rowsOf(file);
    if (rows < leastRows) short.push({ provider, file: file.name, rows, leastRows });
  }
  const kept: Memory = {
    ...about,
    since: memory.since,
    entries: Object.fromEntries(
      entries.map(({ early, id, open, until }) => [id, { until, open, early }]),
    ),
    counted: [...counted].slice(-KEPT_KEYS),
  };
  return {
    deliveries: { missing: missingOf(entries, present), short },
    save: () => writePrivateFile(path, `${JSON.stringify(kept, null, 2)}\n`),
  };
}

interface Entry {
  readonly id: string;
  readonly delivery: Delivery;
  until: number;
  open: number[];
  early: number[];
}

/**
 * Identifies an entry by its provider and its position among that provider's entries, so a changed
 * time is still the same delivery.
 */
function openEntries(calendar: readonly Delivery[], memory: Memory, since: number): Entry[] {
  const counts = new Map<string, number>();
  return calendar.map((delivery) => {
    const nth = (counts.get(delivery.provider) ?? 0) + 1;
    counts.set(delivery.provider, nth);
    const id = nth === 1 ? delivery.provider : `${delivery.provider}#${nth}`;
    const known = memory.entries[id] ?? { until: since, open: [], early: [] };
    const isWanted = (due: number) => !isExcepted(delivery, due);
    return {
      ...{ id, delivery, until: known.until, early: [...known.early] },
      open: known.open.filter(isWanted),
    };
  });
}

/** Marks deliveries that fell due since the last run as missing until a file counts for them. */
function advance(entry: Entry, now: number): void {
  for (const due of duesBetween(entry.delivery, entry.until, now)) {
    if (!entry.early.includes(due)) entry.open.push(due);
  }
  entry.until = Math.max(entry.until, now);
  entry.early = entry.early.filter((due) => due > entry.until);
}

const ENTERED: readonly FileState[] = ['imported', 'settled', 'already_imported'];

interface Counted {
  readonly file: NightFile;
  /** When it arrived, in ms since 1970. */
  readonly at: number;
}

/** Counts the imports that no run has counted, and returns them in order of arrival. */
function arrivalsOf(files: readonly NightFile[], counted: Set<string>, since: Date): Counted[] {
  const arrivals = files.flatMap((file) => {
    const { arrivedAt, elsewhere, importedAt, key, state } = file;
    if (elsewhere || !ENTERED.includes(state) || key === undefined || counted.has(key)) return [];
    // An old file that turns up again is not today's delivery.
    if (importedAt === undefined || new Date(importedAt) < since) return [];
    counted.add(key);
    return [{ file, at: Date.parse(arrivedAt ?? importedAt) }];
  });
  return arrivals.sort((one, other) => one.at - other.at);
}

const rowsOf = ({ rows }: NightFile): number =>
  rows ? rows.imported + rows.duplicates + rows.rejected + rows.keptOut : 0;

interface Taker {
  readonly entry: Entry;
  readonly due: number;
}

function takerOf(
  entries: readonly Entry[],
  provider: string | undefined,
  at: number,
): Taker | undefined {
  const own = entries.filter(({ delivery }) => delivery.provider === provider);
  const distance = ({ due }: Taker) => Math.abs(due - at);
  const [nearest] = own
    .flatMap((entry) =>
      duesBetween(entry.delivery, at - WEEK_MS, at + WEEK_MS).map((due) => ({ entry, due })),
    )
    .sort((one, other) => distance(one) - distance(other));
  if (nearest && isFree(nearest)) return nearest;
  const [oldest] = own
    .flatMap((entry) => entry.open.map((due) => ({ entry, due })))
    .sort((one, other) => one.due - other.due);
  return oldest;
}

const isFree = ({ due, entry }: Taker): boolean =>
  due > entry.until ? !entry.early.includes(due) : entry.open.includes(due);

function settle(entry: Entry, due: number): void {
  if (due > entry.until) entry.early.push(due);
  else entry.open = entry.open.filter((one) => one !== due);
}

const WAITING: readonly FileState[] = ['left', 'in_use', 'failed', 'unknown'];

/** A file in the inbox that couldn't be entered yet counts as arrived: it is reported on its own. */
function missingOf(entries: readonly Entry[], files: readonly NightFile[]): Deliveries['missing'] {
  const waiting = new Map<string | undefined, number>();
  for (const { provider, state } of files) {
    if (WAITING.includes(state)) waiting.set(provider, (waiting.get(provider) ?? 0) + 1);
  }
  const open = entries
    .flatMap(({ delivery, open: dues }) => dues.map((due) => ({ delivery, due })))
    .sort((one, other) => other.due - one.due);
  return open
    .filter(({ delivery: { provider } }) => {
      const left = waiting.get(provider) ?? 0;
      waiting.set(provider, left - 1);
      return left <= 0;
    })
    .reverse()
    .map(({ delivery, due }) => ({
      provider: delivery.provider,
      due: new Date(due).toISOString(),
      timeZone: delivery.timeZone,
    }));
}
