import {
  type AnyListed,
  downloadWorkflow,
  type ExportChoice,
  exportNote,
  exportPorts,
  missingIds,
  planExport,
  startWorkflow,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { askedView, withView } from '../client/named-view.ts';
import { plainQuery } from '../client/plain-days.ts';
import { usageError } from '../command-error.ts';
import { drive } from '../drive/drive.ts';
import { EXIT } from '../exit-codes.ts';
import { formatOf, keepAs } from '../export/keep-as.ts';
import { createTransferProgress } from '../export/transfer-progress.ts';
import { readSelection } from '../input/list-query.ts';
import { listedResource } from '../input/resource.ts';
import { words } from '../input/words.ts';
import { outFile } from '../output/out-file.ts';
import { handler, type Work } from '../work.ts';

/**
 * Saves rows of any resource as the service's CSV or converted to another format, and says first how many
 * (LIST-15).
 */
export const run = handler(async (work) => {
  const { settings, output, options, signal } = work;
  const definition = await listedResource(work);
  const format = formatOf(options);
  const out = outFile(work, `${definition.name}.${format}`);
  const { ids, query } = choiceOf(work, definition);
  const client = openSignedIn(work, settings, output);
  const asked = withView(await askedView(work, client, definition), query);
  const choice = { ids, query: await plainQuery(work, client, definition, asked) };
  const plan = await planExport(client, definition, choice, { signal });
  output.note(plan.title);
  const progress = createTransferProgress(work);
  const ports = exportPorts(client, definition, keepAs(format, out.keep), plan);
  const view = await drive(
    startWorkflow(downloadWorkflow(ports), { input: { request: plan.request } }),
    {
      signal,
      recording: work.recording,
      onView: ({ data }) => progress.show(data.progress),
    },
  ).finally(() => progress.end());
  if (view.status !== 'done') throw new TypeError('The export stopped before its end.');
  out.announce(view.output.file, view.output.message);
  const changed = exportNote(plan, view.output.file);
  if (changed === undefined) return undefined;
  output.warn(changed);
  if (ids.length === 0) return undefined;
  const missing = await missingIds(client, definition, ids, signal).catch(() => []);
  if (missing.length > 0) output.warn(`Not found: ${missing.join(', ')}.`);
  return EXIT.partlyDone;
});

/** Reads the ids or the filter. Throws a usage error for both, or if the whole list must be asked for. */
function choiceOf({ options }: Work, definition: AnyListed): ExportChoice {
  const query = readSelection(definition, options);
  const narrowed =
    query.filters.length > 0 ||
    query.from !== undefined ||
    query.to !== undefined ||
    options.view !== undefined;
  const ids = words(options.ids);
  const { needsAll, texts } = definition.export ?? {};
  const nothing = texts?.none ?? 'Nothing is selected.';
  if (ids !== undefined) {
    if (narrowed || options.all === true) {
      throw usageError('--ids already names the rows: leave out filters, days and --all.');
    }
    if (ids.length === 0) throw usageError(nothing, 'Give --ids, --filter or --all.');
    return { ids, query };
  }
  if (needsAll && !narrowed && options.all !== true) {
    throw usageError(nothing, 'Give --ids, --filter or --all.');
  }
  return { ids: [], query };
}
