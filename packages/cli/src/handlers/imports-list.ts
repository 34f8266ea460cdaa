import { enteredText, listImports } from '@forecourt/core';
import { openClient, openSignedIn } from '../client/client.ts';
import { knownAccount } from '../client/known-account.ts';
import { usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { wholeNumber } from '../input/words.ts';
import {
  entryDocument,
  instantText,
  saysText,
  shortKey,
  stateCell,
} from '../journal/entry-text.ts';
import { isFailed, isOpen, type KeptEntry, readJournals } from '../journal/journal.ts';
import { asking, type ServiceSays } from '../journal/service-says.ts';
import { listDocument } from '../output/list-document.ts';
import { count } from '../output/progress.ts';
import { tableText } from '../output/table.ts';
import { handler, type Work } from '../work.ts';

const COLUMNS = [
  { label: 'Key', stays: true },
  { label: 'State', stays: true },
  { label: 'File', gives: true, stays: true },
  { label: 'Provider' },
  { label: 'Imported', align: 'right' },
  { label: 'Duplicates', align: 'right' },
  { label: 'Rejected', align: 'right' },
  { label: 'Changed' },
  { label: 'Service', gives: true },
] as const;

/** Why an import failed; only those that did have one to show. */
const NOTE = { label: 'Note', gives: true } as const;

const HISTORY = [
  { label: 'Import', align: 'right' },
  { label: 'Entered' },
  { label: 'By', gives: true },
  { label: 'File', gives: true, stays: true },
  { label: 'Provider' },
  { label: 'State', stays: true },
  { label: 'Imported', align: 'right' },
  { label: 'Duplicates', align: 'right' },
  { label: 'Rejected', align: 'right' },
  { label: 'Corrected', align: 'right' },
  { label: 'Purchases', align: 'right', gives: true },
] as const;

/** The longest page of the service's history. */
const MAX_HISTORY = 100;

/** Lists the service's history: everybody's imports that the account may see, from any computer. */
async function listHistory(work: Work): Promise<number> {
  const { options, output, settings, signal } = work;
  if (options.open === true || options.failed === true) {
    throw usageError('--open and --failed are about the journal: leave out --service.');
  }
  const page = wholeNumber(options.page, { flag: '--page', min: 1, max: 1_000_000 }) ?? 1;
  const size = wholeNumber(options.size, { flag: '--size', min: 1, max: MAX_HISTORY }) ?? 50;
  const client = openSignedIn(work, settings, output);
  await knownAccount(client, 'transactions.import-lookup', signal);
  const { imports, totalRecords } = await listImports(client, { page: page - 1, size, signal });
  const totalPages = Math.max(1, Math.ceil(totalRecords / size));
  output.result({
    document: listDocument(imports, { page, size, totalRecords, totalPages }),
    text: () =>
      tableText(output, {
        columns: HISTORY,
        rows: imports.map((past) => [
          past.id,
          instantText(past.at) ?? '-',
          past.by || '-',
          past.fileName,
          past.provider,
          past.state,
          ...[past.imported, past.duplicates, past.rejected, past.correctedCells].map(String),
          enteredText(past) || '-',
        ]),
      }),
  });
  output.note(`${count(totalRecords, ['import', 'imports'])} at the service.`);
  return EXIT.done;
}

/** Lists the journal entries of all accounts at the service; asks the service about open ones. */
export const run = handler(async (work) => {
  if (work.options.service === true) return await listHistory(work);
  const { options, output, settings, signal } = work;
  const page = wholeNumber(options.page, { flag: '--page', min: 1, max: 1_000_000 }) ?? 1;
  const size = wholeNumber(options.size, { flag: '--size', min: 1, max: 1000 }) ?? 50;
  const all = readJournals(settings).filter(
    (entry) =>
      (options.open !== true || isOpen(entry)) && (options.failed !== true || isFailed(entry)),
  );
  const client = openClient(work, settings, output);
  const ask = asking(client.session.current && client, signal);
  const shown: { readonly entry: KeptEntry; readonly says: ServiceSays | undefined }[] = [];
  for (const entry of all.slice((page - 1) * size, page * size)) {
    shown.push({ entry, says: isOpen(entry) ? await ask(entry) : undefined });
  }
  const items = shown.map(({ entry, says }) => entryDocument(entry, says));
  const totalPages = Math.max(1, Math.ceil(all.length / size));
  output.result({
    document: listDocument(items, { page, size, totalRecords: all.length, totalPages }),
    text: () =>
      tableText(output, {
        columns: options.failed === true ? [...COLUMNS, NOTE] : COLUMNS,
        rows: shown.map(({ entry, says }) => [
          shortKey(entry.key),
          stateCell(entry),
          entry.fileName,
          entry.provider,
          ...[entry.imported, entry.duplicates, entry.rejected].map(String),
          instantText(entry.changedAt) ?? '-',
          saysText(says),
          ...(options.failed === true ? [entry.note ?? '-'] : []),
        ]),
      }),
  });
  const open = all.filter(isOpen).length;
  output.note(`${count(all.length, ['import', 'imports'])}, ${open} open.`);
  if (open > 0) output.note('`forecourt imports resolve --all` asks how they ended.');
  return EXIT.done;
});
