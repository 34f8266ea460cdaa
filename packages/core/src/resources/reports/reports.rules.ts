import { isDay } from '../../format/dates.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type { ActionDefinition, Draft, FieldIssue, Issues } from '../../resource/form.types.ts';
import { type FieldNames, formSection } from '../../resource/form-fields.ts';
import { checkFields } from '../../resource/form-rules.ts';
import { textIn } from '../../resource/form-values.ts';
import type { Option } from '../../resource/resource.types.ts';

/** A report and what can be chosen in it (REP-02). */
export interface ReportKind {
  /** 'aging' */
  readonly name: string;
  readonly label: string;
  /** What its rows can be: a customer, a month. */
  readonly by: readonly Option[];
  /** Columns that can be left out, in their order. */
  readonly columns: readonly Option[];
}

/** Every report (REP-01, REP-02). */
export const REPORT_KINDS: readonly ReportKind[] = [
  {
    name: 'aging',
    label: 'Aging',
    by: [
      { key: 'customer', value: 'Customer' },
      { key: 'invoice', value: 'Invoice' },
    ],
    columns: [
      { key: 'days_0_30', value: '0–30 days' },
      { key: 'days_31_60', value: '31–60 days' },
      { key: 'days_61_90', value: '61–90 days' },
      { key: 'over_90', value: 'Over 90 days' },
      { key: 'total', value: 'Total' },
    ],
  },
  {
    name: 'sales',
    label: 'Sales',
    by: [
      { key: 'month', value: 'Month' },
      { key: 'product', value: 'Product' },
      { key: 'province', value: 'Province' },
      { key: 'customer', value: 'Customer' },
    ],
    columns: [
      { key: 'litres', value: 'Litres' },
      { key: 'us_gallons', value: 'US gallons' },
      { key: 'before_tax', value: 'Before sales tax' },
      { key: 'sales_taxes', value: 'Sales taxes' },
      { key: 'amount', value: 'Amount' },
    ],
  },
];

const TYPES: readonly Option[] = REPORT_KINDS.map(({ label, name }) => ({
  key: name,
  value: label,
}));

const ALL_BY: readonly Option[] = [
  ...new Map(REPORT_KINDS.flatMap(({ by }) => by).map((option) => [option.key, option])).values(),
];

/**
 * Returns the names in 'total, over_90'.
 *
 * @param text names, separated by commas
 */
export const columnsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const NAME = 'report_type';

const oneOfText = (options: readonly Option[]): string => options.map(({ key }) => key).join(', ');

/**
 * Returns what is wrong with a report's choices beyond its single fields (REP-02).
 *
 * @param draft the form's values
 */
export function reportIssues(draft: Draft): Issues {
  const kind = REPORT_KINDS.find(({ name }) => name === textIn(draft, NAME));
  const [from, to, by] = ['from', 'to', 'by'].map((name) => textIn(draft, name)) as [
    string,
    string,
    string,
  ];
  const issues: Record<string, FieldIssue[]> = {};
  if (isDay(from) && isDay(to) && from > to) {
    issues.to = [{ code: 'before_from', message: 'To must not be before From' }];
  }
  if (kind === undefined) return issues;
  if (by !== '' && kind.by.every(({ key }) => key !== by)) {
    const message = `The ${kind.name} report has no rows by ${by}: choose one of ${oneOfText(kind.by)}`;
    issues.by = [{ code: 'not_a_choice', message }];
  }
  const unknown = columnsIn(textIn(draft, 'columns')).filter((name) =>
    kind.columns.every(({ key }) => key !== name),
  );
  if (unknown.length > 0) {
    const message = `The ${kind.name} report has no column ${unknown.join(', ')}: choose from ${oneOfText(kind.columns)}`;
    issues.columns = [{ code: 'not_a_choice', message }];
  }
  return issues;
}

const FORMATS: readonly Option[] = [
  { key: 'pdf', value: 'PDF' },
  { key: 'excel', value: 'EXCEL' },
];

/** Returns the given choices; without a day, the report is unlimited in that direction. */
const choices = (draft: Draft): Record<string, string> =>
  Object.fromEntries(
    ['from', 'to', 'by', 'columns'].flatMap((name) => {
      const text = textIn(draft, name);
      return text === '' ? [] : [[name, text]];
    }),
  );

/** The fields that say which report: all but the format. */
const WHICH = formSection('', [
  ['from', 'From', 'day'],
  ['to', 'To', 'day'],
  ['by', 'By', 'choice', { options: ALL_BY, unchosen: 'All' }],
  ['columns', 'Columns', 'text'],
]);

const FIELDS = [
  ...formSection('', [
    [NAME, 'Report Type', 'choice', { required: true, options: TYPES }],
    ['format', 'Format', 'choice', { required: true, options: FORMATS }],
  ]),
  ...WHICH,
];

/**
 * Reads a report's choices that somebody may have typed, such as the portal's address (REP-02). What can't be read is
 * left out and reported, so that the rest of the report is still shown. Never throws.
 *
 * @param typed the choices by the name of their field
 * @returns the choices, and what was left out of them, in sentences
 */
export function typedReport(typed: Draft): {
  readonly asked: Draft;
  readonly issues: readonly string[];
} {
  const filled = FIELDS.filter(({ name }) => textIn(typed, name) !== '');
  const issues: Issues = { ...checkFields(filled, typed), ...reportIssues(typed) };
  return {
    asked: Object.fromEntries(Object.entries(typed).filter(([name]) => !(name in issues))),
    issues: Object.values(issues).flatMap(([first]) => first?.message ?? []),
  };
}

/** The fields of a report's form. */
type ReportField = FieldNames<typeof FIELDS>;

const reportBody = (draft: Draft): Record<string, string> => ({
  report_type: textIn(draft, NAME),
  format: textIn(draft, 'format'),
  ...choices(draft),
});

/** Generates a report as a file (REP-01). */
export const generateReport: ActionDefinition<ReportField> = {
  name: 'generate',
  action: 'reports.generate',
  label: 'Generate Report',
  on: 'list',
  title: 'Reporting',
  submitLabel: 'Generate',
  fields: FIELDS,
  call: (_ids, draft) => ({
    method: 'POST',
    path: 'reporting',
    json: reportBody(draft),
  }),
  file: (draft) =>
    `${textIn(draft, NAME)}-report.${textIn(draft, 'format') === 'pdf' ? 'pdf' : 'xlsx'}`,
  texts: {
    success: MESSAGES.reports.generated,
    failure: MESSAGES.reports.failed,
    unanswered: MESSAGES.reports.unanswered,
  },
};

/** Most recipients of one e-mail (REP-03). */
export const MOST_RECIPIENTS = 10;

/**
 * Returns the addresses in 'a@b.ca, c@d.ca', each once.
 *
 * @param text addresses, separated by commas or blanks
 */
export const recipientsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((address) => address.toLowerCase())
      .filter((address) => address !== ''),
  ),
];

/** Sends a report by e-mail to users who may make it themselves (REP-03). */
export const emailReport: ActionDefinition<ReportField | 'recipients'> = {
  name: 'email',
  action: 'reports.email',
  label: 'E-mail Report',
  on: 'list',
  title: 'E-mail Report',
  submitLabel: 'Send',
  fields: [
    ...FIELDS,
    ...formSection('', [['recipients', 'Recipients', 'text', { required: true }]]),
  ],
  call: (_ids, draft) => ({
    method: 'POST',
    path: 'reporting/email',
    json: { ...reportBody(draft), recipients: recipientsIn(textIn(draft, 'recipients')) },
  }),
  texts: {
    success: MESSAGES.reports.emailed,
    failure: MESSAGES.reports.emailFailed,
  },
};
