import { join, relative } from 'node:path';
import { importAccount } from '@forecourt/core';
import { EXIT } from '../exit-codes.ts';
import type { ImportRun } from '../imports/import-file.ts';
import { isOpen, type KeptEntry, readJournals } from '../journal/journal.ts';
import { type Resolved, resolveImport } from '../journal/resolve-import.ts';
import { asking } from '../journal/service-says.ts';
import { redact } from '../redact.ts';
import type { Work } from '../work.ts';
import { type Inbox, isWithin, slashed } from './inbox.ts';
import type { FileState, NightFile } from './night.types.ts';

/** A file in one of these states is asked about by the run that takes it again. */
const STAYS: readonly FileState[] = ['unknown', 'failed', 'left', 'in_use'];

interface Sent {
  readonly inbox: Inbox;
  /** The files of this run. */
  readonly files: readonly NightFile[];
}

/**
 * Finds out what became of files that a run over this inbox sent before it was ended, and that no file of this run stands
 * for: they were taken away or replaced, or are refused now (TXN-13). Returns those that were entered or may have been, by
 * the keys of their imports.
 */
export async function settleOpen(
  { settings, signal }: Work,
  { client, journal }: Pick<ImportRun, 'client' | 'journal'>,
  { inbox, files }: Sent,
): Promise<ReadonlyMap<string, NightFile>> {
  const found = new Map<string, NightFile>();
  if (journal === undefined) return found;
  const account = importAccount(client);
  const ask = asking(client, signal);
  const keys = new Set(files.map(({ key }) => key));
  const waiting = new Set(files.flatMap(({ name, state }) => (STAYS.includes(state) ? name : [])));
  for (const entry of readJournals(settings)) {
    const isOwn = entry.account === account && isWithin(redact(inbox.dir), entry.from ?? '');
    if (!isOwn || !isOpen(entry) || keys.has(entry.key)) continue;
    const name = nameOf(inbox, entry);
    if (waiting.has(name)) continue;
    const resolved = await resolveImport(journal, entry.key, ask);
    const file = resolved && fileOf(name, entry, resolved);
    if (file) found.set(entry.key, file);
  }
  return found;
}

/** The path within the inbox of the file that lay there: what was sent may have been made from it. */
const nameOf = ({ dir }: Inbox, { fileName, from = '', madeFrom = [] }: KeptEntry): string =>
  slashed(join(relative(redact(dir), from), madeFrom[0]?.fileName ?? fileName));

const SENT = 'An earlier run sent this file and ended before it had the answer.';

/** Undefined if nothing of it was entered: whatever lies there now is reported on its own. */
function fileOf(
  name: string,
  former: KeptEntry,
  { entry, exitCode, message }: Resolved,
): NightFile | undefined {
  const isEntered = entry.state === 'reconciled' || entry.state === 'acknowledged';
  if (exitCode === EXIT.done && !isEntered) return undefined;
  const { exceptions, imported, duplicates, rejected } = entry;
  const common = {
    ...{ name, provider: entry.provider, amounts: [], errors: 0 },
    ...{ keptOut: undefined, movedTo: undefined },
  };
  if (exitCode !== EXIT.done) {
    return {
      ...common,
      ...{ state: 'unknown', exitCode: EXIT.outcomeUnknown, message: `${SENT} ${message}` },
      ...{ key: undefined, importedAt: undefined, rows: undefined, result: undefined },
    };
  }
  return {
    ...common,
    // The rows of an acknowledged one were reported to that run, which may have said so.
    state: former.state === 'acknowledged' ? 'already_imported' : 'settled',
    exitCode: rejected > 0 ? EXIT.partlyDone : EXIT.done,
    message: `${SENT} It was imported.`,
    key: entry.key,
    importedAt: entry.at,
    rows: { imported, duplicates, rejected, keptOut: 0 },
    ...(exceptions && { exceptions }),
    outcome: null,
    result: entry.result,
  };
}
