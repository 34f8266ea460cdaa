import {
  type AnyListed,
  allRows,
  type Client,
  downloadWorkflow,
  type ExportRequest,
  exportPorts,
  startWorkflow,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { usageError } from '../command-error.ts';
import { drive } from '../drive/drive.ts';
import { formatOf, keepAs } from '../export/keep-as.ts';
import { createTransferProgress } from '../export/transfer-progress.ts';
import { readSelection } from '../input/list-query.ts';
import { listedResource } from '../input/resource.ts';
import { words } from '../input/words.ts';
import { outFile } from '../output/out-file.ts';
import { handler, type Work } from '../work.ts';

/** Saves rows of any resource as the service's CSV or converted to another format. */
export const run = handler(async (work) => {
  const { settings, output, options, signal } = work;
  const definition = await listedResource(work);
  const format = formatOf(options);
  const out = outFile(work, `${definition.name}.${format}`);
  const selection = readSelection(definition, options);
  const client = openSignedIn(work, settings, output);
  const request = await requestOf(work, definition, client, selection);
  const progress = createTransferProgress(work);
  const view = await drive(
    startWorkflow(downloadWorkflow(exportPorts(client, definition, keepAs(format, out.keep))), {
      input: { request },
    }),
    {
      signal,
      onView: ({ data }) => progress.show(data.progress),
    },
  ).finally(() => progress.end());
  if (view.status !== 'done') throw new TypeError('The export stopped before its end.');
  out.notify(view.output.file, view.output.message);
  return undefined;
});

type Selection = ReturnType<typeof readSelection>;

/**
 * Returns the given ids or the filter. When the service exports by ids only, looks up the ids of
 * the filtered rows first, page by page.
 */
async function requestOf(
  { options, signal }: Work,
  definition: AnyListed,
  client: Client,
  { filters, from, to, sort }: Selection,
): Promise<ExportRequest> {
  const days = { ...(from && { from }), ...(to && { to }) };
  const narrowed = filters.length > 0 || from !== undefined || to !== undefined;
  const ids = words(options.ids);
  if (ids !== undefined) {
    if (narrowed || options.all === true) {
      throw usageError('--ids already names the rows: leave out filters, days and --all.');
    }
    return { ids };
  }
  if (definition.export?.byFilter) return { filters, ...days, ...(sort && { sort }) };
  if (!narrowed && options.all !== true) {
    throw usageError(
      definition.export?.texts.none ?? 'Nothing is selected.',
      'Give --ids, --filter or --all.',
    );
  }
  const query = { page: 0, size: 50, filters, ...days, sort };
  const found: string[] = [];
  for await (const rows of allRows(client, definition, query, signal)) {
    found.push(...rows.map(definition.id).filter((id) => id !== ''));
  }
  return { ids: found };
}
