import {
  emailReport,
  type FormField,
  generateReport,
  MOST_NIGHT_FILES,
  MOST_RECIPIENTS,
  REPORT_KINDS,
} from '@forecourt/core';
import { type ContractCall, file, json, PDF, XLSX } from './operation.ts';
import { count, day, listOf, object, oneOf, orNull, type Schema, string } from './schemas.ts';

const namesOf = (part: 'by' | 'columns'): string =>
  REPORT_KINDS.map((kind) => `${kind.name}: ${kind[part].map(({ key }) => key).join(', ')}`).join(
    '; ',
  );

/** What the choices may be. */
const CHOICES = `by chooses the rows (${namesOf('by')}); columns are names separated by commas (${namesOf('columns')}).`;

const listBehind = object({ resource: string, filter: listOf(string), from: day, to: day }, [
  'resource',
  'filter',
]);
const reportRow = object({ values: listOf(string), lists: listOf(orNull(listBehind)) }, ['values']);
const reportTable = object(
  {
    title: string,
    by: string,
    currency: string,
    columns: listOf(
      object({
        name: string,
        title: string,
        kind: oneOf(['text', 'money', 'quantity', 'days', 'day']),
      }),
    ),
    rows: listOf(reportRow),
    total: reportRow,
    left_out: count,
  },
  ['title', 'by', 'currency', 'columns', 'rows', 'left_out'],
);

/** With a format, the answer is the file. */
const FORMAT = generateReport.fields
  .filter(({ name }) => name === 'format')
  .map((field) => ({ ...field, required: false }));

const schemaOf = ({ input, options, required }: FormField): Schema => {
  if (required && Array.isArray(options)) {
    return oneOf(options.map(({ key }) => key));
  }
  return input === 'day' ? day : string;
};

/** The figures of a report, as its file has them (REP-02). */
function showCall(): ContractCall {
  const which = generateReport.fields.filter(({ name }) => name !== 'format');
  return {
    method: 'GET',
    path: 'reporting',
    action: generateReport.action,
    operationId: 'reports.show',
    tag: 'reports',
    summary: 'Returns a report’s figures, the same as its file, each with the list behind it',
    query: [...which, ...FORMAT].map((field) => ({
      name: field.name,
      schema: schemaOf(field),
      ...(field.required && { required: true }),
    })),
    answer: {
      description: `Amounts, quantities and days as text. ${CHOICES} A table has at most 1,000 rows: left_out counts the others, which the total includes.`,
      content: json(object({ title: string, about: listOf(string), tables: listOf(reportTable) })),
    },
  };
}

/** The report as a file (REP-01). */
function generateCall(): ContractCall {
  const { method, path, json: asked } = generateReport.call([], {});
  const choices = Object.fromEntries(
    generateReport.fields.flatMap(({ name, options }) =>
      Array.isArray(options) ? [[name, oneOf(options.map(({ key }) => key))] as const] : [],
    ),
  );
  return {
    method,
    path,
    action: generateReport.action,
    operationId: 'reports.generate',
    tag: 'reports',
    summary: 'Generates a report',
    safe: true,
    body: json(
      object({ ...choices, from: day, to: day, columns: string }, Object.keys(asked as object)),
    ),
    answer: file(`The report. ${CHOICES}`, PDF, XLSX),
  };
}

/** The report by e-mail (REP-03). */
function emailCall(): ContractCall {
  const { method, path, json: asked } = emailReport.call([], {});
  const choices = Object.fromEntries(
    emailReport.fields.flatMap(({ name, options }) =>
      Array.isArray(options) ? [[name, oneOf(options.map(({ key }) => key))] as const] : [],
    ),
  );
  const recipients: Schema = { ...listOf(string), minItems: 1, maxItems: MOST_RECIPIENTS };
  return {
    method,
    path,
    action: emailReport.action,
    operationId: 'reports.email',
    tag: 'reports',
    summary:
      'Sends a report by e-mail to users who may make it: of the provider, or of the company it is about. 429 beyond the limit of e-mails; the same Idempotency-Key sends once',
    body: json(
      object(
        { ...choices, from: day, to: day, columns: string, recipients },
        Object.keys(asked as object),
      ),
    ),
    answer: { status: 202, description: 'It was sent.', content: json(object({})) },
  };
}

/** What the e-mail would be, and when the same was sent today (REP-03). */
const emailPreviewCall = (): ContractCall => ({
  method: 'GET',
  path: 'reporting/email/preview',
  action: emailReport.action,
  operationId: 'reports.email.preview',
  tag: 'reports',
  summary: 'Previews a report’s e-mail, and lists when the same was sent today',
  query: emailReport.fields
    .filter(({ name }) => name !== 'recipients')
    .map((field) => ({
      name: field.name,
      schema: schemaOf(field),
      ...(field.required && { required: true }),
    })),
  answer: {
    description: 'Subject, name of the attached file, and the latest e-mail first.',
    content: json(
      object({
        subject: string,
        attachment: string,
        sent_today: listOf(object({ at: string, to: string })),
      }),
    ),
  },
});

const instant: Schema = { type: 'string', format: 'date-time' };
const text: Schema = { ...string, maxLength: 500 };
const handed: Readonly<Record<string, Schema>> = {
  run: { ...string, pattern: '^[0-9a-f]{64}$' },
  night: day,
  started_at: instant,
  ended_at: instant,
  exit_code: { ...count, maximum: 255 },
  message: text,
  imported: count,
  duplicates: count,
  rejected: count,
  files: {
    ...listOf(object({ name: text, state: text, message: text }, ['name', 'state', 'message'])),
    maxItems: MOST_NIGHT_FILES,
  },
  left_out: count,
};

/** The report of a night, for the trail (SHELL-14). */
const nightCall = (): ContractCall => ({
  method: 'POST',
  path: 'nights',
  action: 'nights.hand-in',
  operationId: 'nights.handIn',
  tag: 'nights',
  summary:
    'Hands in the report of a night’s run, once: 200 with known if the run is in the trail already',
  body: json(object(handed, Object.keys(handed))),
  answer: {
    status: 201,
    description: 'It is in the trail.',
    content: json(object({ known: { type: 'boolean' } }, ['known'])),
  },
});

/** Reports: on screen, as files, by e-mail, and of nights. */
export const reportCalls = (): readonly ContractCall[] => [
  showCall(),
  generateCall(),
  emailCall(),
  emailPreviewCall(),
  nightCall(),
];
