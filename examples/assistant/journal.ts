import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  privateDir,
  removeIfPossible,
  type Seal,
  writeFresh,
  writePrivateFile,
} from '@forecourt/cli/host';

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
  /** `open`: its outcome is not known; `made`: it took effect. */
  readonly state: 'open' | 'made';
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
   * the one to send under, whoever sends.
   */
  begin(change: Omit<Kept, 'state' | 'at'>): Kept;
  made(kept: Kept, said: string): void;
  /** It is known to have had no effect, or is harmless to repeat. */
  drop(kept: Kept): void;
}

/** How long a change that was made counts as just made. */
const JUST_MS = 24 * 60 * 60_000;

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
  /** A change sealed under another sign-in is taken as `change`, the same one, under its key. */
  const read = (file: string, change?: Omit<Kept, 'state' | 'at'>): Kept | undefined => {
    const found = onDiskAt(file);
    if (found === undefined) return undefined;
    const { at, key, sealed, state } = found;
    const rest = seal.open(sealed);
    if (rest === undefined) return change && { ...change, key, state, at };
    return { ...(JSON.parse(rest) as Omit<Kept, 'at' | 'key' | 'state'>), key, state, at };
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
    begin(change) {
      const fresh: Kept = { ...change, state: 'open', at: new Date().toISOString() };
      privateDir(folder(change));
      for (;;) {
        const files = filesOf(change);
        const last = files.at(-1);
        const there = last === undefined ? undefined : read(last, change);
        if (there && !isOld(there)) return there;
        const number = last === undefined ? 1 : numberOf(last) + 1;
        const file = join(folder(change), `${nameOf(change)}-${number}.json`);
        if (!writeFresh(file, text(fresh))) continue;
        for (const before of files) removeIfPossible(before);
        return fresh;
      }
    },
    made(kept, said) {
      writePrivateFile(fileOf(kept), text({ ...kept, state: 'made', said }));
    },
    drop(kept) {
      removeIfPossible(fileOf(kept));
    },
  };
}

const unreadable = (file: string): string =>
  `An earlier change of this record lost its answer under another sign-in, so nothing is sent. Whoever runs this server looks at the record, and deletes this file once they know what became of it: ${file}`;

const isOld = ({ at, state }: Kept): boolean =>
  state === 'made' && Date.now() - Date.parse(at) > JUST_MS;

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
