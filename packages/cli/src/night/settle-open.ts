import { join, relative } from 'node:path';
import { type Client, importAccount } from '@forecourt/core';
import { EXIT } from '../exit-codes.ts';
import {
  ENTERED,
  isOpen,
  type Journal,
  type KeptEntry,
  openJournal,
  readJournals,
} from '../journal/journal.ts';
import { type Resolved, resolveImport } from '../journal/resolve-import.ts';
import { asking } from '../journal/service-says.ts';
import { redact } from '../redact.ts';
import type { Work } from '../work.ts';
import { type Inbox, isWithin, slashed } from './inbox.ts';
import type { FileState, NightFile } from './night.types.ts';

/** A file in one of these states is asked about by the run that takes it again. */
const TAKEN_AGAIN: readonly FileState[] = ['unknown', 'failed', 'left', 'in_use'];

interface Sent {
  readonly inbox: Inbox;
  /** The files of this run. */
  readonly files: readonly NightFile[];
  readonly earlier: Earlier;
}

/** What the reports of this inbox say of the runs before this one. */
export interface Earlier {
  /** When the first of the runs began that were killed before they reported, ISO instant; undefined if none was. */
  readonly killedSince: string | undefined;
  /** Keys of imports that they have as entered. */
  readonly entered: ReadonlySet<string>;
  /** The same of runs that reported: a killed one may not have moved its file, so that the next run takes it again. */
  readonly reported: ReadonlySet<string>;
  /** Keys of imports whose outcome they could not find out. */
  readonly unknown: ReadonlySet<string>;
}

/**
 * Finds out what became of files that a run over this inbox sent before it was ended, and that none of this run's files
 * accounts for: they were taken away or replaced, or are refused now (TXN-13). Yields them with the keys of their imports.
 */
export async function* settleOpen(
  { settings, signal }: Work,
  client: Client | undefined,
  { earlier, files, inbox }: Sent,
): AsyncGenerator<readonly [key: string, file: NightFile]> {
  const account = client && importAccount(client);
  const ask = asking(client, signal);
  const keys = new Set(files.map(({ key }) => key));
  const named = (...states: readonly FileState[]) =>
    new Set(files.flatMap(({ name, state }) => (states.includes(state) ? name : [])));
  const [waiting, refused] = [named(...TAKEN_AGAIN), named('rejected')];
  for (const entry of readJournals(settings)) {
    // Without a sign-in it isn't known whose they are: those of every account are still open.
    const isOwn = account === undefined || entry.account === account;
    if (!isOwn || !isFrom(inbox, entry) || keys.has(entry.key)) continue;
    const name = nameOf(inbox, entry);
    if (!isOpen(entry)) {
      if (!earlier.entered.has(entry.key) && isUnreported(entry, earlier))
        yield [entry.key, enteredFile(name, entry)];
      continue;
    }
    // A run that is interrupted asks nothing more: the next one does.
    if (signal.aborted || waiting.has(name)) continue;
    const resolved = await resolveImport(openJournal(settings, entry.account), entry.key, ask);
    const file = resolved && fileOf(name, entry, resolved);
    // What never arrived and is refused now is reported as that.
    if (file && !(file.state === 'failed' && refused.has(name))) yield [entry.key, file];
  }
}

/**
 * The journal for the files of this run. An import that a killed run sent and that was settled since, by `imports resolve`
 * or by hand, is open again: this run fetches its result file and reports it as its own (TXN-13). A forced run takes up what
 * is open, too: sent under another key, the file would count twice.
 */
export function withUnreported(
  { settings }: Pick<Work, 'settings'>,
  journal: Journal,
  { earlier, inbox }: Pick<Sent, 'earlier' | 'inbox'>,
): Journal {
  let before: readonly KeptEntry[] | undefined;
  const find: Journal['find'] = async (key) => {
    const entry = await journal.find(key);
    if (entry === undefined || !isFrom(inbox, entry) || earlier.reported.has(key)) return entry;
    if (!isUnreported(entry, earlier)) return entry;
    const { note: _, ...open } = entry;
    return { ...open, state: 'acknowledged' };
  };
  return {
    ...journal,
    find,
    async openKey({ provider, sha256 }) {
      before ??= readJournals(settings).filter((entry) => isFrom(inbox, entry));
      const same = before.filter((one) => one.sha256 === sha256 && one.provider === provider);
      for (const { key } of same) {
        const entry = await find(key);
        if (entry && isOpen(entry)) return key;
      }
      return undefined;
    },
  };
}

const isFrom = ({ dir }: Inbox, { from = '' }: KeptEntry): boolean => isWithin(redact(dir), from);

/** Sent by a run that could not report it, and settled since. */
const isUnreported = (
  { key, startedAt, state }: KeptEntry,
  { killedSince, unknown }: Earlier,
): boolean =>
  ENTERED.includes(state) &&
  (unknown.has(key) || (killedSince !== undefined && startedAt >= killedSince));

/** The path within the inbox of the file that lay there: what was sent may have been made from it. */
const nameOf = ({ dir }: Inbox, { fileName, from = '', madeFrom = [] }: KeptEntry): string =>
  slashed(join(relative(redact(dir), from), madeFrom[0]?.fileName ?? fileName));

const SENT = 'An earlier run sent this file and ended before it had the answer.';
const NEVER_ENTERED =
  'Nothing of it was entered. If it is gone from the inbox, or another file has its name, get it again.';

/** Its own name, whether or not another file has the same one by now. */
const sentEarlier = (name: string): string => `${name} (sent earlier)`;

function fileOf(
  name: string,
  former: KeptEntry,
  { entry, exitCode, message }: Resolved,
): NightFile {
  if (exitCode !== EXIT.done) {
    const text = `${SENT} ${message}`;
    return { ...openFile(name, entry, text), state: 'unknown', exitCode: EXIT.outcomeUnknown };
  }
  if (!ENTERED.includes(entry.state)) {
    const text = `${SENT} ${NEVER_ENTERED}`;
    return { ...openFile(name, entry, text), state: 'failed', exitCode: EXIT.partlyDone };
  }
  // The rows of an acknowledged one were reported to that run, which may have said so.
  const state = former.state === 'acknowledged' ? 'already_imported' : 'settled';
  return { ...enteredFile(name, entry), state };
}

const openFile = (name: string, { key, provider }: KeptEntry, message: string) => ({
  ...{ name: sentEarlier(name), provider, key, message },
  ...{ amounts: [], errors: 0, importedAt: undefined, rows: undefined, result: undefined },
  ...{ keptOut: undefined, movedTo: undefined },
});

function enteredFile(name: string, entry: KeptEntry): NightFile {
  const { at, duplicates, exceptions, imported, keptOut, rejected, result } = entry;
  const rest = keptOut ? ' Of its rows, only the good ones were sent.' : '';
  return {
    ...openFile(name, entry, `${SENT} It was imported.${rest}`),
    ...{ result, importedAt: at, state: 'settled', keptOut: keptOut?.path },
    exitCode: rejected > 0 || keptOut ? EXIT.partlyDone : EXIT.done,
    rows: { imported, duplicates, rejected, keptOut: keptOut?.rows ?? 0 },
    ...(exceptions && { exceptions }),
    // Which of its rows were entered isn't known here.
    outcome: null,
  };
}
