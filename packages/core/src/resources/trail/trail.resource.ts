/** The trail: what happened, by whom and as whom. The service writes it; nobody changes it. */

import { defineResource } from '../../resource/define-resource.ts';
import { pathPart } from '../../resource/path-part.ts';
import type { NestedDefinition } from '../../resource/resource.types.ts';
import { type TrailNames, trailList } from './trail.list.ts';
import {
  type TrailChange,
  type TrailEvent,
  type TrailEventDetail,
  type TrailStep,
  trailDetailSchema,
} from './trail.schema.ts';

const VALUES: NestedDefinition<TrailChange> = {
  title: 'Values',
  empty: 'This event has no values.',
  columns: [
    { field: 'label', label: 'Field', kind: 'text' },
    { field: 'before', label: 'Before', kind: 'text' },
    { field: 'after', label: 'After', kind: 'text' },
  ],
};

const STEPS: NestedDefinition<TrailStep> = {
  title: 'Steps',
  empty: 'This event has no steps: it was done at once.',
  columns: [
    { field: 'step', label: 'Step', kind: 'text' },
    { field: 'at', label: 'Time', kind: 'instant' },
    { field: 'result', label: 'Result', kind: 'text' },
  ],
};

/** The trail (SHELL-14). */
export const trail = defineResource<TrailEvent, TrailEventDetail, string, TrailNames>({
  ...trailList,
  record: {
    path: (id) => `trail/${pathPart(id)}`,
    schema: trailDetailSchema,
    title: 'Event',
    back: 'Back to Tracking Logs',
    summary: ['at', 'kind', 'result', 'actor'],
    fields: [
      ...trailList.list.columns.map((column) => ({ ...column, section: 'Event' })),
      { section: 'Event', field: 'times', label: 'Times', kind: 'code' },
    ],
    nested: [
      { rows: (detail) => detail.values ?? [], definition: VALUES },
      { rows: (detail) => detail.steps ?? [], definition: STEPS },
    ],
  },
});
