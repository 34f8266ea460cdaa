import type { Requirements } from './requirement.types.ts';

/** Forms, operations, failures and wire formats that all records share. */
export const FORMS = {
  'FORM-01': {
    rule: 'Leaving a form with unsaved changes asks for confirmation: in the portal, on browser back and on closing the tab.',
    surfaces: 'CW',
    source: [
      'packages/core/src/workflows/confirmations.ts',
      'packages/web/src/platform/start-anew.ts',
    ],
    texts: {
      'leave.header': 'Are you sure want to leave ?',
      'leave.message': 'There are some unsaved changes ?',
      'leave.stay': 'Stay',
      'leave.leave': 'Leave',
    },
  },
  'FORM-02': {
    rule: 'Each operation starts, then succeeds or fails; its result flags reset after a delay.',
    surfaces: 'CW',
    source: [
      'packages/core/src/workflows/list/list.types.ts',
      'packages/core/src/workflows/record/record.types.ts',
    ],
    fixed: { resetMs: 4000 },
  },
  'FORM-03': {
    rule: 'Toasts appear at the top right for a limited time, with default titles.',
    surfaces: 'CW',
    source: ['packages/web/src/shell/Toasts.tsx', 'packages/web/src/views/form/use-form.ts'],
    texts: { succeeded: 'Operation completed Successfully!', failed: 'Operation Failed!' },
    fixed: { toastMs: 3000 },
  },
  'FORM-04': {
    rule: 'After a successful create or edit the form returns to the previous page after a delay; a dialog closes and its list reloads; a new company leads to the customers.',
    surfaces: 'CW',
    source: [
      'packages/core/src/resource/form.types.ts',
      'packages/web/src/views/form/RecordForm.tsx',
    ],
    fixed: { redirectMs: 3000, afterCompany: '/customer' },
  },
  'FORM-05': {
    rule: 'An edit form resets to the loaded values after loading and after a successful update.',
    surfaces: 'CW',
    source: [
      'packages/core/src/workflows/record/record.form.ts',
      'packages/core/src/workflows/record/record.machine.ts',
    ],
  },
  'FORM-06': {
    rule: 'Errors, including the service’s, appear at their fields and keep the typed values. A required field without its own text uses its label.',
    surfaces: 'CW',
    source: ['packages/core/src/http/outcome.ts', 'packages/web/src/fields/Field.tsx'],
    fixed: { required: '{Label} is required' },
  },
  'FORM-07': {
    rule: 'A double click or a second Enter never submits twice.',
    surfaces: 'CW',
    source: [
      'packages/core/src/workflows/record/record.machine.ts',
      'packages/core/src/workflows/record/record.view.ts',
    ],
  },
  'FORM-08': {
    rule: 'An operation without its own texts uses the general ones. If some rows were accepted and some refused, it succeeds with a table of the refused rows; if none was accepted, it fails.',
    surfaces: 'CW',
    source: [
      'packages/core/src/workflows/import/import.output.ts',
      'packages/web/src/views/RefusedRows.tsx',
    ],
    texts: {
      operationError: 'Error while performing operation. Please refresh your browser',
    },
  },
  'ERR-01': {
    rule: 'Every status of 400 and above is a typed error; a network failure names the operation.',
    surfaces: 'C',
    source: ['packages/core/src/http/outcome.ts', 'packages/core/src/http/bodies.ts'],
    fixed: { network: 'Internal server error ({type})' },
  },
  'ERR-02': {
    rule: 'A 401 answer to a delete leads to the root; any other failure is returned unchanged.',
    surfaces: 'C',
    source: ['packages/core/src/http/outcome.ts'],
  },
  'ERR-03': {
    rule: 'Every failed call returns an error result; a failed download never leaves a file.',
    surfaces: 'C',
    source: ['packages/core/src/client/attachments.ts', 'packages/core/src/client/ports-bundle.ts'],
  },
  'ERR-04': {
    rule: 'General failures and empty tables have these texts.',
    surfaces: 'CW',
    source: ['packages/web/src/fields/ChoiceField.tsx'],
    texts: {
      operationError: 'Error while performing operation. Please refresh your browser',
      noRecordInTable: 'No Record found',
      noRecordInDropdown: 'No record found!',
    },
  },
  'WIRE-01': {
    rule: 'Reference data come from their own calls, as options with key and value.',
    surfaces: 'C',
    source: [
      'packages/core/src/client/customers.ts',
      'examples/sandbox/src/customers/customer-routes.ts',
    ],
    fixed: {
      paths: [
        ...['states', 'countries', 'countries/{id}/states', 'countries/{id}/states/{pid}/cities'],
        ...['cities', 'profile/user', 'profile/company', 'currencies', 'roles', 'customers'],
        ...['customers/countries'],
      ],
      types: ['TAX_TYPE', 'REVENUE_TYPE', 'INVOICE_STATUS'],
    },
  },
  'WIRE-02': {
    rule: 'Places can be searched and looked up; attachments download as one ZIP.',
    surfaces: 'C',
    source: [
      'packages/core/src/client/attachments.ts',
      'examples/sandbox/src/attachments/attachment-routes.ts',
    ],
  },
  'WIRE-03': {
    rule: 'The authorization is sent as a header on every request, never in an address or a log.',
    surfaces: 'C',
    source: ['packages/core/src/http/mask-secrets.ts', 'packages/core/src/http/create-http.ts'],
    fixed: { header: 'authorization' },
  },
  'WIRE-04': {
    rule: 'Calls that no screen uses (trips, assets, vault) are not built.',
    surfaces: 'C',
    source: ['packages/core/src/client/client.ts'],
  },
  'WIRE-05': {
    rule: 'An update applies to the version that was loaded: a strong ETag with every answer, If-Match with PUT and DELETE, otherwise 412 with the present record. The form shows both sides’ changes and loses nothing that was typed; the command line exits with 5, code `conflict`, only if both changed the same field, or if someone else changed one that is guarded: a status, a user’s role or company.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/workflows/record/record.types.ts',
      'packages/web/src/views/form/ConflictDialog.tsx',
      'packages/cli/src/drive/save-record.ts',
      'examples/sandbox/src/db/schema-columns.ts',
    ],
    fixed: { status: 412, exit: 5, code: 'conflict' },
  },
  'WIRE-06': {
    rule: 'The database schema itself refuses invalid data. Malformed input is a 4xx problem that names its field, never a 5xx. A list accepts a limited number of filters.',
    surfaces: 'S',
    source: ['examples/sandbox/src/db/engine.ts', 'examples/sandbox/src/http/malformed-address.ts'],
    fixed: { filters: 50, filterCharacters: 200 },
  },
  'WIRE-07': {
    rule: 'The same `Idempotency-Key` with the same body gets the first answer again, and nothing is done twice; with another body it is refused, and no field is blamed. `forecourt conform`, and a suite of tests, hold any backend against this and every other promise of the contract: they name the promises that are broken, and change nothing unless they may.',
    surfaces: 'CLS',
    source: [
      'packages/core/src/conform/promises.ts',
      'packages/cli/src/handlers/conform.ts',
      'examples/sandbox/src/http/idempotency.ts',
    ],
  },
  'SDK-01': {
    rule: 'The events of a run of a workflow, its calls of ports, their answers and its views can be recorded as masked JSON, with times: no secret and no card number, bounded in size, readable after a kill. It replays as a test, and is shown as a page. Saved runs and recordings carry their version; migrations lead from one version to the next.',
    surfaces: 'CL',
    source: [
      'packages/core/src/recorder/record.ts',
      'packages/core/src/recorder/replay.ts',
      'packages/core/src/workflows/persist.ts',
      'packages/cli/src/recorder/record-command.ts',
      'packages/cli/src/handlers/runs-show.ts',
    ],
    fixed: { format: 'recording', version: 1 },
  },
  'SDK-02': {
    rule: 'A client’s calls, and runs of workflows with their steps, can be spans and metrics of OpenTelemetry: one span for a call, with the names of the HTTP conventions, its retries, its outcome and the service’s request ids; nothing that a person typed, no secret and no card number. The trace is sent to the service only if asked for. Who doesn’t use it needs none of its libraries.',
    surfaces: 'C',
    source: [
      'packages/core/src/opentelemetry/call-spans.ts',
      'packages/core/src/opentelemetry/workflow-spans.ts',
      'packages/core/src/http/create-http.ts',
    ],
  },
  'SDK-03': {
    rule: 'Each export of the packages says what it is; a function also what each parameter is, what it returns and how it fails; a workflow and each function that a program begins with has an example, which compiles.',
    surfaces: 'CL',
    source: ['packages/core/src/index.ts', 'packages/cli/src/host.ts'],
  },
} as const satisfies Requirements;
