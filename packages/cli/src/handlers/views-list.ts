import { filterText, type NamedView } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { viewsOf } from '../client/named-view.ts';
import { listDocument } from '../output/list-document.ts';
import { tableText } from '../output/table.ts';
import { handler } from '../work.ts';

const shown = ({ columns, isDefault, list, name, query }: NamedView) => {
  const { filters = [], from, sort, to } = query;
  return {
    list,
    name,
    default: isDefault,
    filters: filters.map(filterText),
    sort: sort ? `${sort.field},${sort.direction}` : null,
    from: from ?? null,
    to: to ?? null,
    columns: columns ?? null,
  };
};

/** Lists the account's named views (LIST-15). */
export const run = handler(async (work) => {
  const { options, output, settings, signal } = work;
  const client = openSignedIn(work, settings, output);
  const list = options.list === undefined ? undefined : String(options.list);
  const items = (await viewsOf(client, list, signal)).map(shown);
  output.result({
    document: listDocument(items),
    text: () =>
      tableText(output, {
        columns: [{ label: 'List' }, { label: 'Name' }, { label: 'Default' }, { label: 'Filters' }],
        rows: items.map(({ filters, from, list: of, name, to, ...item }) => [
          of,
          name,
          item.default ? 'yes' : '',
          [...filters, ...(from ? [`from ${from}`] : []), ...(to ? [`to ${to}`] : [])].join(' '),
        ]),
      }),
  });
  return undefined;
});
