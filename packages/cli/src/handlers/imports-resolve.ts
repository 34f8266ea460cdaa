import { importAccount } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { knownAccount } from '../client/known-account.ts';
import { CommandError, usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { exitOfAll } from '../imports/import-document.ts';
import { chooseImports } from '../journal/choose-imports.ts';
import { shortKey, stateCell } from '../journal/entry-text.ts';
import { isOpen, type KeptEntry, openJournal, readJournals } from '../journal/journal.ts';
import { type Resolved, resolveImport } from '../journal/resolve-import.ts';
import { asking } from '../journal/service-says.ts';
import {
  exitOfVerified,
  lostLines,
  type Verified,
  verifiedText,
  verify,
} from '../journal/verify-imports.ts';
import { count } from '../output/progress.ts';
import { tableText } from '../output/table.ts';
import { handler, type Work } from '../work.ts';

/** Asks the service how open imports ended and records the outcome (TXN-13); sends no file. */
export const run = handler(async (work) => {
  const { operation, options, output, settings, signal } = work;
  const chosen = await chosenOf(work);
  const results: Resolved[] = [];
  let verified: Verified | undefined;
  if (chosen.length > 0 || options.verify === true) {
    const client = openSignedIn(work, settings, output);
    await knownAccount(client, 'transactions.import', signal);
    const ask = asking(client, signal);
    for (const { account, key } of chosen) {
      const resolved = await resolveImport(openJournal(settings, account), key, ask);
      if (resolved) results.push(resolved);
    }
    if (options.verify === true) {
      verified = await verify(readJournals(settings), importAccount(client), ask);
    }
  }
  const exitCode = exitOfAll([
    ...results.map((result) => result.exitCode),
    ...(verified ? [exitOfVerified(verified)] : []),
  ]);
  const settled = results.filter((result) => result.exitCode === EXIT.done).length;
  const open =
    results.length === 0
      ? 'Nothing is open.'
      : `${settled} of ${count(results.length, ['import', 'imports'])} settled.`;
  const message = verified ? `${open} ${verifiedText(verified)}` : open;
  const items = results.map(({ entry, message: said }) => ({ ...entry, message: said }));
  output.result({
    document: { ok: exitCode === EXIT.done, operation, message, imports: items, verified },
    text: () =>
      [
        ...(results.length === 0 ? [open] : [resolvedText(work, results)]),
        ...(verified ? [verifiedText(verified), ...lostLines(verified)] : []),
      ].join('\n'),
  });
  if (exitCode === EXIT.done || exitCode === EXIT.partlyDone) return exitCode;
  throw new CommandError(exitCode, 'outcome_unknown', message, { reported: output.terminal });
});

async function chosenOf({ args, options, settings, signal }: Work): Promise<readonly KeptEntry[]> {
  const [named] = args;
  const entries = readJournals(settings);
  if (named === undefined && options.all !== true) {
    throw usageError('Name an import, or give --all.');
  }
  if (named !== undefined && options.all === true) {
    throw usageError('Name an import or give --all, not both.');
  }
  if (options.verify === true && options.all !== true)
    throw usageError('Give --verify with --all.');
  const meant = named === undefined ? entries : await chooseImports(entries, String(named), signal);
  return meant.filter(isOpen);
}

const resolvedText = ({ output }: Work, results: readonly Resolved[]): string =>
  tableText(output, {
    columns: [
      { label: 'Key' },
      { label: 'State' },
      { label: 'File', gives: true },
      { label: 'Outcome', gives: true },
    ],
    rows: results.map(({ entry, message }) => [
      shortKey(entry.key),
      stateCell(entry),
      entry.fileName,
      message,
    ]),
  });
