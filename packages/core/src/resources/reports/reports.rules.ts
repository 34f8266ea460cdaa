import { MESSAGES } from '../../messages/messages.ts';
import type { ActionDefinition, Draft } from '../../resource/form.types.ts';
import { formSection } from '../../resource/form-fields.ts';
import { textIn } from '../../resource/form-values.ts';
import type { Option } from '../../resource/resource.types.ts';

const TYPES: readonly Option[] = [
  { key: 'aging', value: 'Aging' },
  { key: 'sales', value: 'Sales' },
];

const FORMATS: readonly Option[] = [
  { key: 'pdf', value: 'PDF' },
  { key: 'excel', value: 'EXCEL' },
];

/** Returns the given days; without one, the report is unlimited in that direction. */
const days = (draft: Draft): Record<string, string> =>
  Object.fromEntries(
    ['from', 'to'].flatMap((name) => {
      const day = textIn(draft, name);
      return day === '' ? [] : [[name, day]];
    }),
  );

/** Generates a report as a file (REP-01). */
export const generateReport: ActionDefinition = {
  name: 'generate',
  action: 'reports.generate',
  label: 'Generate Report',
  on: 'list',
  title: 'Reporting',
  submitLabel: 'Generate',
  fields: formSection('', [
    ['report_type', 'Report Type', 'choice', { required: true, options: TYPES }],
    ['format', 'Format', 'choice', { required: true, options: FORMATS }],
    ['from', 'From', 'day'],
    ['to', 'To', 'day'],
  ]),
  call: (_ids, draft) => ({
    method: 'POST',
    path: 'reporting',
    json: {
      report_type: textIn(draft, 'report_type'),
      format: textIn(draft, 'format'),
      ...days(draft),
    },
  }),
  file: (draft) =>
    `${textIn(draft, 'report_type')}-report.${textIn(draft, 'format') === 'pdf' ? 'pdf' : 'xlsx'}`,
  texts: {
    success: MESSAGES.reports.generated,
    failure: MESSAGES.reports.failed,
    unanswered: MESSAGES.reports.unanswered,
  },
};
