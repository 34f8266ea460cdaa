import {
  type AnyListed,
  ApiError,
  type Client,
  type CurrencyTotal,
  type ListData,
  listPorts,
  listTotals,
  listWorkflow,
  MAX_PAGE_SIZE,
  pagerText,
  startWorkflow,
  unmatchedChoices,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { askedView, withView } from '../client/named-view.ts';
import { plainQuery } from '../client/plain-days.ts';
import { usageError } from '../command-error.ts';
import { drive } from '../drive/drive.ts';
import { type AskedPage, chosenColumns, readQuery } from '../input/list-query.ts';
import { listedResource } from '../input/resource.ts';
import { listDocument } from '../output/list-document.ts';
import type { Output } from '../output/output.ts';
import { rowsText } from '../output/record-rows.ts';
import { totalsDocument, totalsText } from '../output/totals-text.ts';
import { handler, type Work } from '../work.ts';

type Columns = ReturnType<typeof chosenColumns>;

/** Lists a page of any resource or, with `--all`, every page as it arrives (LIST-17). */
export const run = handler(async (work) => {
  const { settings, output, options } = work;
  const definition = await listedResource(work);
  const asked = readQuery(definition, options);
  const all = options.all === true;
  if (all && options.page !== undefined) throw usageError('Give --page or --all, not both.');
  const client = openSignedIn(work, settings, output);
  const view = await askedView(work, client, definition);
  const columns = chosenColumns(definition, { columns: view?.columns?.join(','), ...options });
  const query = await plainQuery(work, client, definition, withView(view, asked));
  if (all) {
    await writeAllPages(work, { client, definition, query, columns });
    return undefined;
  }
  const data = await loadPage(work, client, definition, query);
  const { page, emptyText } = shownPage(data, query);
  const { failure, totals } = await askedTotals(work, client, definition, query);
  const rows = page.rows.map(picker(work, columns));
  output.result({
    document: {
      ...listDocument(rows, { ...page, page: page.page + 1 }),
      ...page.remark?.facts,
      ...(totals && { totals: totalsDocument(totals) }),
    },
    text: () =>
      [
        ...(emptyText && output.terminal ? [] : [rowsText(output, columns, page.rows)]),
        ...(totals ? [totalsText(output, definition, totals)] : []),
      ].join('\n\n'),
  });
  output.note(emptyText ?? pagerText(page));
  if (page.totalRecords === 0) await sayUnmatched(work, client, definition, query);
  sayRemark(output, definition, data);
  if (failure !== undefined) throw failure;
  return undefined;
});

/**
 * Loads the sums of the whole filter, if --totals asks for them (LIST-15). A failure is returned, to be thrown
 * once the rows are printed: they are there.
 */
async function askedTotals(
  { options, signal }: Work,
  client: Client,
  definition: AnyListed,
  { filters = [], from, to }: AskedPage,
): Promise<{ readonly totals?: readonly CurrencyTotal[]; readonly failure?: unknown }> {
  if (options.totals !== true) return {};
  return listTotals(client, definition, { filters, from, to }, signal).then(
    (totals) => ({ totals }),
    (failure: unknown) => {
      if (failure instanceof ApiError) return { failure };
      throw failure;
    },
  );
}

async function loadPage(
  { recording, signal }: Work,
  client: Client,
  definition: AnyListed,
  query: AskedPage,
): Promise<ListData<unknown>> {
  const list = startWorkflow(listWorkflow(listPorts(client, definition)), { input: { query } });
  return (await drive(list, { recording, signal, subject: 'list' })).data;
}

/** Returns an empty page past the end, so that a script that turns pages finds the end. */
function shownPage({ page, emptyText }: ListData<unknown>, { page: asked }: AskedPage) {
  if (page === undefined) throw new TypeError('The list stopped without a page.');
  if (page.page === asked) return { page, emptyText };
  return {
    page: { ...page, page: asked, rows: [] },
    emptyText: `The last page is ${page.totalPages}.`,
  };
}

/** Says which filter no row of the list can fit, once it has turned out empty. */
async function sayUnmatched(
  { output, signal }: Work,
  client: Client,
  definition: AnyListed,
  { filters = [] }: AskedPage,
): Promise<void> {
  for (const sentence of await unmatchedChoices(client, definition, filters, signal)) {
    output.note(sentence);
  }
}

/** Says what the service says of the list besides its rows, and the commands that do something about it. */
function sayRemark(
  { note }: Pick<Output, 'note'>,
  { name }: AnyListed,
  { remark }: Pick<ListData<unknown>, 'remark'>,
): void {
  const { offers = [], text = '' } = remark ?? {};
  if (text === '') return;
  const commands = offers.map(({ action, values }) => {
    const options = Object.entries(values).map(([field, value]) => `--${field} ${value}`);
    return `forecourt ${name} ${action} ${options.join(' ')}`;
  });
  note([text, ...commands].join('\n'));
}

interface AllPages {
  readonly client: Client;
  readonly definition: AnyListed;
  readonly query: AskedPage;
  readonly columns: Columns;
}

/**
 * Loads page after page and writes each before it requests the next, so memory stays at one page.
 * With `--json` the document is complete only after the last page. A row that moves to the next
 * page during the reading is written once; a list that changed is reported, because rows may be
 * missing.
 */
async function writeAllPages(work: Work, { client, definition, query, columns }: AllPages) {
  const { output } = work;
  const size = query.size ?? MAX_PAGE_SIZE;
  const pick = picker(work, columns);
  let former = new Set<string>();
  let written = 0;
  let total: number | undefined;
  let changed = false;
  let first: ListData<unknown> | undefined;
  for (let page = 0; ; page += 1) {
    const data = await loadPage(work, client, definition, { ...query, page, size });
    first ??= data;
    const shown = shownPage(data, { page });
    const keys = shown.page.rows.map((row) => JSON.stringify(row));
    const rows = shown.page.rows.filter((_, index) => !former.has(keys[index] ?? ''));
    changed ||= total !== undefined && total !== shown.page.totalRecords;
    total = shown.page.totalRecords;
    if (output.json) {
      const items = rows.map((row) => JSON.stringify(pick(row)));
      const before = written === 0 ? (page === 0 ? '{"items":[' : '') : ',';
      await output.part(items.length === 0 && page > 0 ? '' : before + items.join(','));
    } else if (rows.length > 0 || page === 0) {
      const text = rowsText(output, columns, rows);
      // A pipe gets the header line once; on a terminal each page has its own.
      await output.part(`${page === 0 || output.terminal ? text : withoutHeader(text)}\n`);
    }
    written += rows.length;
    former = new Set(keys);
    if (page + 1 >= shown.page.totalPages) break;
  }
  const { failure, totals } = await askedTotals(work, client, definition, query);
  if (totals && !output.json) await output.part(`\n${totalsText(output, definition, totals)}\n`);
  if (output.json) {
    const counts = listDocument([], {
      page: 1,
      size: written,
      totalRecords: written,
      totalPages: 1,
    });
    await output.part(
      `],${JSON.stringify({ ...counts, items: undefined, ...first?.page?.remark?.facts, ...(totals && { totals: totalsDocument(totals) }) }).slice(1)}\n`,
    );
  }
  output.note(`${written} ${definition.noun[written === 1 ? 0 : 1]}`);
  if (first) sayRemark(output, definition, first);
  if (changed) {
    output.warn(
      'The list changed while it was being read, so a row may be missing. Run it again to be sure.',
    );
  }
  if (failure !== undefined) throw failure;
}

const withoutHeader = (text: string): string => text.slice(text.indexOf('\n') + 1);

/** A row as shown with `--json`: all fields, or those of --columns. */
const picker =
  ({ options }: Work, columns: Columns) =>
  (row: unknown): unknown =>
    options.columns === undefined
      ? row
      : Object.fromEntries(
          columns.map(({ field }) => [field, (row as Record<string, unknown>)[field]]),
        );
