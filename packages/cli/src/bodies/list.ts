import { type ListData, listPorts, listWorkflow, pagerText, startWorkflow } from '@forecourt/core';
import { drive } from '../drive/drive.ts';
import { body } from '../io/body.ts';
import { openSignedIn } from '../io/client.ts';
import { listDocument } from '../io/list-document.ts';
import { chosenColumns, readQuery } from '../io/list-query.ts';
import { rowsText } from '../io/record-rows.ts';
import { listedResource } from '../io/resource.ts';

/** A page of any resource's list. */
export const run = body(async (work) => {
  const { settings, output, options, signal } = work;
  const definition = await listedResource(work);
  const query = readQuery(definition, options);
  const columns = chosenColumns(definition, options);
  const client = openSignedIn(work, settings, output);
  const view = await drive(
    startWorkflow(listWorkflow(listPorts(client, definition)), { input: { query } }),
    { signal },
  );
  const { page, emptyText } = shownPage(view.data, query.page);
  const picked = (row: unknown) =>
    options.columns === undefined ? row : pick(row as Record<string, unknown>, columns);
  output.result({
    document: listDocument(page.rows.map(picked), { ...page, page: page.page + 1 }),
    text: () => (emptyText && output.terminal ? '' : rowsText(output, columns, page.rows)),
  });
  output.note(emptyText ?? pagerText(page));
  return undefined;
});

/** A page past the end is an empty one here: a script that turns pages must find the end. */
function shownPage({ page, emptyText }: ListData<unknown>, asked: number) {
  if (page === undefined) throw new TypeError('A list came to rest without a page.');
  if (page.page === asked) return { page, emptyText };
  return {
    page: { ...page, page: asked, rows: [] },
    emptyText: `The last page is ${page.totalPages}.`,
  };
}

const pick = (row: Record<string, unknown>, columns: readonly { readonly field: string }[]) =>
  Object.fromEntries(columns.map(({ field }) => [field, row[field]]));
