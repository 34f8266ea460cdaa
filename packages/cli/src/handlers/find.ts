import { type FoundRecord, findEverywhere, loadAccess } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { listDocument } from '../output/list-document.ts';
import { shownCell } from '../output/record-rows.ts';
import { tableText } from '../output/table.ts';
import { handler, type Work } from '../work.ts';

/** Finds records of all resources by the beginning of their number or name. */
export const run = handler(async (work) => {
  const { args, output, settings, signal } = work;
  const text = args.flat().join(' ').trim();
  if (text.length < 2) throw usageError('Give at least two characters to find.');
  const client = openSignedIn(work, settings, output);
  await loadAccess(client, signal);
  const { found, failed: missing } = await findEverywhere(client, text, {
    signal,
    today: output.today(),
    waitMs: settings.timeoutMs.value,
  });
  const [first] = missing;
  if (first?.error && found.length === 0) throw first.error;
  output.result({
    document: {
      ...listDocument([...found]),
      failed: missing.map(({ error, resource }) => ({ resource, message: error?.message })),
    },
    text: () => (found.length === 0 && output.terminal ? '' : foundText(work, found)),
  });
  if (found.length === 0) output.note('Nothing begins with that.');
  for (const { error, label } of missing) {
    output.warn(`${label} could not be searched: ${error?.message}`);
  }
  return missing.length > 0 ? EXIT.partlyDone : undefined;
});

const foundText = ({ output }: Work, found: readonly FoundRecord[]): string =>
  tableText(output, {
    columns: [
      { label: 'Kind', stays: true },
      { label: 'Name', stays: true },
      { label: 'State', stays: true },
      { label: 'About', gives: true },
      { label: 'Id' },
    ],
    rows: found.map(({ about, id, noun, state, title }) => [
      noun,
      title,
      state ? shownCell(output, state) : '',
      about,
      id,
    ]),
  });
