import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  claim,
  InUseError,
  privateDir,
  removeIfPossible,
  type Seal,
  writeFresh,
  writePrivateFile,
} from '@forecourt/cli/host';
import { Refusal } from './tool.ts';

/** Values by field, in one form: '1,000' and '1000.00' are both '1000'. */
export type Values = Readonly<Record<string, string>>;

/** What identifies a change: done again with all of this the same, it is the same change. */
export interface Change {
  /** 'create_payment'. */
  readonly tool: string;
  /** The record it is about: 'invoices 1042'. */
  readonly target: string;
  readonly values: Values;
}

/** A change that was sent. It is written before it is sent, and stays while a client may repeat it. */
export interface Kept extends Change {
  readonly key: string;
  /** The values that the model gave; the others came from a person. */
  readonly asked: Values;
  /** What to send again, in the tool's own form. */
  readonly payload: unknown;
  /** What the person agreed to: a title and facts. */
  readonly question: readonly string[];
  /** What was entered, in one line: 'Amount Paid: 500, Reference Id: A'. */
  readonly entered: string;
  /** The records that it changes: 'invoice 1042', 'payment 55'. */
  readonly records: readonly string[];
  /** `open`: its outcome is not known; `made`: it took effect; `given_up`: a person decided that it is never sent again. */
  readonly state: 'open' | 'made' | 'given_up';
  /** When it was first sent, ISO. */
  readonly at: string;
  /** What it answered. */
  readonly said?: string;
}

/** The changes that one account sent, on disk: they outlive the process, and other processes see them. */
export interface Journal {
  /**
   * The changes of a tool to a record, latest first: open ones, and those made within the last day. Throws if an open one
   * was sealed under another sign-in: nobody can ask for its outcome.
   */
  of(change: Pick<Change, 'tool' | 'target'>): readonly Kept[];
  /**
   * Writes a change that is about to be sent. Returns it or, if the same change is there already, that one: its key is
   * the one to send under, whoever sends. `over` is the key of a change that was made, which a person wants once more.
   */
  begin(change: Omit<Kept, 'state' | 'at'>, over?: string): Kept;
  /**
   * Works while no other process sends this tool's changes of the record, or decides about one that is open. Throws a
   * `Refusal` if that takes another process long.
   */
  alone<T>(change: Pick<Change, 'tool' | 'target'>, work: () => Promise<T>): Promise<T>;
  /** It took effect; `records` are those that came of it. */
  made(kept: Kept, said: string, records?: readonly string[]): void;
  /** A person decided that it is never sent again, though its outcome is not known. */
  giveUp(kept: Kept): void;
  /**
   * Whether a call that is made again means this change: it was made a short time ago, and no later change of one of its
   * records was begun since.
   */
  isRepeat(kept: Kept): boolean;
  /** It is known to have had no effect, or is harmless to repeat. */
  drop(kept: Kept): void;
}

/** How long a change that was made is remembered, to show it to a person before it is made again. */
const DAY_MS = 24 * 60 * 60_000;

/** How long a call made again is taken for the careless repeat of a change that was made. */
export const REPEAT_MS = 10 * 60_000;

/** How long to wait for another process that sends the same, or whose person decides. */
const WAIT_MS = 20_000;

/** How long a change may be sent under its key: the service keeps keys for 24 hours, and clocks differ. */
const KEY_MS = 23 * 60 * 60_000;

const ageOf = ({ at }: Pick<Kept, 'at'>): number => Date.now() - Date.parse(at);

/** Its key may be forgotten by the service: sent again, it could take effect twice. */
export const isLate = (kept: Kept): boolean => !(ageOf(kept) <= KEY_MS);

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

const sorted = (values: Values): readonly (readonly [string, string])[] =>
  Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));

export const isSame = (one: Values, other: Values): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** On disk: the key in the clear, so that it is used again in any case; what holds card numbers is sealed. */
interface OnDisk {
  readonly key: string;
  readonly state: Kept['state'];
  readonly at: string;
  readonly sealed: string;
}

/**
 * Opens the journal of one account at one service, in the command line's folder. A change has a file for each time it was
 * meant, numbered: a day later the same change is another one, with the next number. Nothing takes a number that exists, so
 * of several processes one decides the key.
 */
export function openJournal(
  base: string,
  { account, seal }: { readonly account: readonly string[]; readonly seal: Seal },
): Journal {
  const dir = join(base, 'assistant', hash(account).slice(0, 32));
  const folder = ({ target, tool }: Pick<Change, 'tool' | 'target'>) =>
    join(dir, hash([tool, target]).slice(0, 32));
  const nameOf = ({ values }: Change) => hash(sorted(values)).slice(0, 32);
  const text = (kept: Kept): string => {
    const { at, key, state, ...rest } = kept;
    const onDisk: OnDisk = { key, state, at, sealed: seal.close(JSON.stringify(rest)) };
    return JSON.stringify(onDisk);
  };
  const markOf = (record: string) => join(dir, 'records', hash(record).slice(0, 32));
  /** Notes which change of each record was the last one. */
  const mark = ({ key, records }: Pick<Kept, 'key' | 'records'>) => {
    privateDir(join(dir, 'records'));
    for (const record of records) writePrivateFile(markOf(record), key);
  };
  /** A change sealed under another sign-in is taken as `change`, the same one, under its key. */
  const read = (file: string, change?: Omit<Kept, 'state' | 'at'>): Kept | undefined => {
    const found = onDiskAt(file);
    if (found === undefined) return undefined;
    const { at, key, sealed, state } = found;
    const rest = seal.open(sealed);
    if (rest === undefined) return change && { ...change, key, state, at };
    return {
      ...UNKNOWN,
      ...(JSON.parse(rest) as Omit<Kept, 'at' | 'key' | 'state'>),
      key,
      state,
      at,
    };
  };
  /** The files of a change, latest last. */
  const filesOf = (change: Change): readonly string[] =>
    namesIn(folder(change))
      .filter((name) => name.startsWith(`${nameOf(change)}-`))
      .sort((one, other) => numberOf(one) - numberOf(other))
      .map((name) => join(folder(change), name));
  const fileOf = (kept: Kept): string => {
    const file = filesOf(kept).find((one) => onDiskAt(one)?.key === kept.key);
    return file ?? join(folder(kept), `${nameOf(kept)}-1.json`);
  };
  return {
    of(change) {
      const files = namesIn(folder(change)).map((name) => join(folder(change), name));
      const kept = files.flatMap((file) => {
        const one = read(file);
        if (one === undefined && onDiskAt(file)?.state === 'open')
          throw new Error(unreadable(file));
        return one ?? [];
      });
      return kept.filter((one) => !isOld(one)).sort((one, other) => (one.at < other.at ? 1 : -1));
    },
    begin(change, over) {
      const fresh: Kept = { ...change, state: 'open', at: new Date().toISOString() };
      privateDir(folder(change));
      for (;;) {
        const files = filesOf(change);
        const last = files.at(-1);
        const there = last === undefined ? undefined : read(last, change);
        if (there && !isOld(there) && !(there.state === 'made' && there.key === over)) return there;
        const number = last === undefined ? 1 : numberOf(last) + 1;
        const file = join(folder(change), `${nameOf(change)}-${number}.json`);
        if (!writeFresh(file, text(fresh))) continue;
        for (const before of files.filter((one) => onDiskAt(one)?.state === 'made'))
          removeIfPossible(before);
        mark(fresh);
        return fresh;
      }
    },
    async alone(change, work) {
      privateDir(folder(change));
      for (const until = Date.now() + WAIT_MS; ; await delay(100)) {
        try {
          const held = await claim(folder(change), 'sending');
          try {
            return await work();
          } finally {
            held.release();
          }
        } catch (error) {
          if (!(error instanceof InUseError)) throw error;
          if (Date.now() >= until) {
            throw new Refusal(
              'Another session of this assistant sends the same, or its person decides about it. Nothing was done now. Call again once that has ended.',
            );
          }
        }
      }
    },
    made(kept, said, made = []) {
      const records = [...kept.records, ...made];
      writePrivateFile(fileOf(kept), text({ ...kept, records, state: 'made', said }));
      mark({ key: kept.key, records: made });
    },
    giveUp(kept) {
      writePrivateFile(fileOf(kept), text({ ...kept, state: 'given_up' }));
    },
    isRepeat(kept) {
      const isLast = (record: string) => keyAt(markOf(record)) === kept.key;
      return kept.state === 'made' && ageOf(kept) < REPEAT_MS && kept.records.every(isLast);
    },
    drop(kept) {
      removeIfPossible(fileOf(kept));
    },
  };
}

const unreadable = (file: string): string =>
  `An earlier change of this record lost its answer under another sign-in, so nothing is sent. Whoever runs this server looks at the record, and deletes this file once they know what became of it: ${file}`;

/** What changes of earlier versions don't record. */
const UNKNOWN = { question: [], entered: '', records: [] };

const isOld = (kept: Kept): boolean =>
  kept.state === 'given_up' || (kept.state === 'made' && ageOf(kept) > DAY_MS);

/** The key of a record's last change; undefined without one. */
function keyAt(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The number at the end of a file's name: 'e3b0…-2.json'. */
const numberOf = (file: string): number => Number(/-(\d+)\.json$/.exec(file)?.[1] ?? 0);

function onDiskAt(file: string): OnDisk | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as OnDisk;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`The journal can't be read, so nothing is sent: ${file}`, { cause: error });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
