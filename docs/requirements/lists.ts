import type { Requirements } from './requirement.types.ts';

/** Lists and their wire formats. */
export const LISTS = {
  'LIST-01': {
    rule: 'The service pages, sorts and filters a list by column. The list has an Advanced Filter toggle and a column chooser. Cards, transactions and invoices have row selection.',
    surfaces: 'CW',
    source: [
      'packages/core/src/resource/resource.types.ts',
      'packages/web/src/views/list/ColumnChooser.tsx',
    ],
  },
  'LIST-02': {
    rule: 'A list offers the page sizes that do not exceed page size × page count, and always the current one and the default. An unknown size selects the default.',
    surfaces: 'CW',
    source: ['packages/core/src/format/paging.ts', 'packages/web/src/views/list/Pager.tsx'],
    fixed: { sizes: [1, 5, 10, 20, 50], defaultSize: 10 },
  },
  'LIST-03': {
    rule: 'The pager names the records it shows.',
    surfaces: 'CW',
    source: ['packages/core/src/format/paging.ts', 'packages/web/src/views/list/Pager.tsx'],
    fixed: { pager: 'Showing record {first} to {last} of {totalRecords} records' },
  },
  'LIST-04': {
    rule: 'Deleting asks for confirmation, and for a card names the purchases that stay and the hold as the other way. After the last row of a page is deleted, the list moves back one page.',
    surfaces: 'CW',
    source: [
      'packages/core/src/resource/resource.types.ts',
      'packages/web/src/views/list/RemoveDialog.tsx',
    ],
    texts: {
      'remove.message': 'Record will be deleted forever. Do you wish to continue?',
      'remove.cancel': 'Cancel',
      'remove.confirm': 'Delete Record',
    },
  },
  'LIST-05': {
    rule: 'An empty list, a result without rows, a table without its own text and an empty dropdown each have their own text.',
    surfaces: 'W',
    source: [
      'packages/web/src/views/EmptyPanel.tsx',
      'packages/core/src/resource/resource.types.ts',
    ],
  },
  'LIST-06': {
    rule: 'Empty values appear as a dash; dates as DD/MM/YY h:mm A, or DD/MM/YY without a time. Date filters accept dd/mm/yy within these years. An instant without an offset is local to its station.',
    surfaces: 'CW',
    source: ['packages/core/src/format/dates.ts', 'packages/web/src/fields/DayField.tsx'],
    fixed: { empty: '-', firstYear: 2020, lastYear: 2040 },
  },
  'LIST-07': {
    rule: 'The client requests a list by query: paged, one-based page, size, sort and repeated filters (`:` exact, `::` contains). Invoices use different names for the sort parameters. The default sort is the list’s own date.',
    surfaces: 'C',
    source: [
      'packages/core/src/http/list-dialects.ts',
      'examples/sandbox/src/lists/list-definition.ts',
    ],
    fixed: { ascending: 1, descending: -1, sort: 'date' },
  },
  'LIST-08': {
    rule: 'A client option requests lists with a body at `POST {path}/search`, with zero-based pages.',
    surfaces: 'C',
    source: [
      'packages/core/src/http/list-dialects.ts',
      'examples/sandbox/src/lists/list-definition.ts',
    ],
    fixed: { defaultStrategy: 'contains' },
  },
  'LIST-09': {
    rule: 'Answers of every shape become one page type; missing values come from the request.',
    surfaces: 'C',
    source: ['packages/core/src/http/list-dialects.ts', 'packages/core/src/http/list-dialects.ts'],
  },
  'LIST-10': {
    rule: 'Page, size, sort and filters are in the address; chosen columns are stored per user and list.',
    surfaces: 'W',
    source: [
      'packages/web/src/views/list/address.ts',
      'packages/core/src/workflows/list/list.types.ts',
    ],
  },
  'LIST-11': {
    rule: 'A row’s actions follow the rights: view needs read, edit needs update, delete needs delete, download needs download; without a download right there is no download. Exports need read.',
    surfaces: 'CW',
    source: [
      'packages/core/src/workflows/actions-of.ts',
      'packages/web/src/views/list/ListTools.tsx',
    ],
  },
  'LIST-12': {
    rule: 'A slower answer never replaces a newer one, and leaving a list aborts its request.',
    surfaces: 'CW',
    source: [
      'packages/core/src/workflows/list/list.machine.ts',
      'packages/core/src/workflows/list/list.workflow.ts',
    ],
  },
  'LIST-13': {
    rule: 'One table in core maps each column of each list to its wire field and kind.',
    surfaces: 'C',
    source: [
      'packages/core/src/resources/cards/cards.list.ts',
      'packages/core/src/resource/resource.types.ts',
    ],
  },
  'LIST-14': {
    rule: 'A filter fits its column: ranges for amounts and days, choices for sets, contains, is and begins with for texts. An invalid filter is marked at its field and the list stays.',
    surfaces: 'CWLS',
    source: ['packages/core/src/resource/typed-filters.ts', 'packages/core/src/format/values.ts'],
  },
  'LIST-15': {
    rule: 'An export covers the selection or the whole filter, and shows the count first. Lists show totals by currency, and named views are stored per user. A change of picked rows is taken back from its report, unless a row was changed since.',
    surfaces: 'CW',
    source: ['packages/core/src/workflows/list/list.workflow.ts'],
  },
  'LIST-16': {
    rule: 'A cell that names another record links to it; a row opens with Enter or a double click; Back restores position, page and selection.',
    surfaces: 'W',
    source: ['packages/core/src/client/record-links.ts', 'packages/web/src/views/list'],
  },
  'LIST-17': {
    rule: '`--all` streams every page, and `--size` accepts any number up to the largest page.',
    surfaces: 'L',
    source: ['packages/cli/src/handlers/list.ts', 'packages/core/src/format/paging.ts'],
    fixed: { largest: 50 },
  },
} as const satisfies Requirements;
