import { MESSAGES } from '../../messages/messages.ts';
import type { ColumnNames, ListedResource } from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { TRAIL_KINDS, TRAIL_RESULTS } from './trail.kinds.ts';
import { trailMeta } from './trail.meta.ts';
import { type TrailEvent, trailEventSchema } from './trail.schema.ts';

/** Text that the service makes of an event, and doesn't search. */
const READ_ONLY = { sortable: false, filterable: false } as const;

export const trailList = {
  ...trailMeta,
  schema: trailEventSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Tracking Logs',
    path: 'trail',
    columns: [
      { field: 'at', label: 'Time', kind: 'instant' },
      {
        field: 'kind',
        label: 'Kind',
        kind: 'text',
        sortable: false,
        options: TRAIL_KINDS.map(({ name }) => ({ key: name, value: name })),
      },
      { field: 'summary', label: 'What', kind: 'text', ...READ_ONLY },
      {
        ...{ field: 'result', label: 'Result', kind: 'status', states: TRAIL_RESULTS },
        sortable: false,
      },
      {
        ...{ field: 'record', label: 'Record Id', kind: 'code', namesRecord: true },
        ...{ sortable: false, hidden: true },
      },
      { field: 'actor', label: 'Person', kind: 'text', sortable: false },
      { field: 'acting_as', label: 'As', kind: 'text', sortable: false },
      {
        field: 'about',
        label: 'Record',
        kind: 'text',
        leadsTo: { resource: { field: 'resource' }, from: 'link_id' },
        ...READ_ONLY,
      },
      { field: 'request_id', label: 'Request', kind: 'code', ...READ_ONLY, hidden: true },
    ],
    dateField: 'at',
    defaultSort: { field: 'date', direction: 'desc' },
    brief: { names: ['summary'], about: ['at', 'kind', 'result', 'actor', 'acting_as', 'about'] },
    texts: { none: MESSAGES.noRecordInTable, noRows: 'No events found.' },
  },
  export: rowExport(trailMeta, 'trail', 'Trail'),
} satisfies ListedResource<TrailEvent>;

/** What the list is filtered and sorted by. */
export interface TrailNames extends ColumnNames<typeof trailList> {}
