import type { Requirements } from './requirement.types.ts';

/** Daily rates, reports and the profile. */
export const AREAS = {
  'RATE-01': {
    rule: 'Users upload daily rates per provider, as a workbook of limited size; this needs only read.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/provider-files/rates/read-rate-file.ts',
      'packages/web/src/screens/rates/DailyRates.tsx',
      'packages/cli/src/handlers/rates-check.ts',
    ],
    texts: {
      'rates.providerRequired': 'This is required field',
      'upload.required': 'File is required',
      'rates.uploaded': 'Upload daily rates successfully!',
      'rates.uploadFailed': 'Error while uploading daily rates.',
    },
    fixed: {
      title: 'Upload Daily Rates',
      providers: ['TA-Petro', 'Pipeline', 'Esso'],
      types: ['.xls', '.xlsx'],
      largestBytes: 1_000_000,
    },
  },
  'RATE-02': {
    rule: 'Rates are sent as one multipart file with their provider.',
    surfaces: 'C',
    source: ['packages/core/src/http/transfer.ts', 'examples/sandbox/src/rates/rate-routes.ts'],
    fixed: { call: 'POST upload-daily-rates', query: 'Type', field: 'file' },
  },
  'RATE-03': {
    rule: 'Stored rates are listed by provider, site, product and day, with what changed between two days, and shown over time as a table and a chart.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/resources/rates/rates.list.ts',
      'examples/sandbox/src/rates/rate-list.ts',
      'examples/sandbox/src/rates/rate-changes-list.ts',
      'examples/sandbox/src/rates/rate-days.ts',
    ],
  },
  'REP-01': {
    rule: 'The service generates a report for a type, format and period, and answers with a file.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/resources/reports/reports.rules.ts',
      'packages/web/src/screens/reports/Reporting.tsx',
      'packages/cli/src/handlers/reports-generate.ts',
    ],
    texts: {
      'reports.generated': 'Report Gegerating Successfully',
      'reports.failed': 'Error while Gegerating Report',
      'reports.unanswered': 'Error Gegerating Report. Please refresh your browser.',
    },
    fixed: {
      title: 'Reporting',
      call: 'POST reporting',
      types: ['aging', 'sales'],
      formats: ['pdf', 'excel'],
      agingDays: [30, 60, 90],
    },
  },
  'REP-02': {
    rule: 'A report is shown on screen with the figures of its file: rows by choice, columns by choice, each figure with the list behind it, and never two currencies or units in one sum.',
    surfaces: 'CWLS',
    source: [
      'packages/core/src/client/reports.ts',
      'packages/core/src/workflows/report/report.workflow.ts',
      'examples/sandbox/src/reports/chosen-report.ts',
    ],
    fixed: {
      call: 'GET reporting',
      by: {
        aging: ['customer', 'invoice'],
        sales: ['month', 'product', 'province', 'customer'],
      },
    },
  },
  'REP-03': {
    rule: 'A report is sent by e-mail to users who may make it themselves, once a day from the night’s script, within the limits of e-mails. The portal says when the same was sent today.',
    surfaces: 'CWL',
    source: [
      'packages/core/src/resources/reports/reports.rules.ts',
      'examples/sandbox/src/reports/report-email.ts',
      'packages/web/src/screens/reports/ReportEmailDialog.tsx',
      'packages/cli/src/handlers/reports-email.ts',
    ],
    texts: {
      'reports.emailed': 'The report was sent.',
      'reports.emailFailed': 'The report was not sent.',
    },
    fixed: { call: 'POST reporting/email', mostRecipients: 10 },
  },
  'PROF-01': {
    rule: 'The profile shows picture, names, e-mail, phones, date of birth and address, and submits nothing.',
    surfaces: 'W',
    source: [
      'packages/web/src/screens/profile/PicturePicker.tsx',
      'packages/core/src/client/account.schema.ts',
    ],
    fixed: { title: 'User Profile', required: ['first_name', 'last_name', 'email', 'address1'] },
  },
} as const satisfies Requirements;
