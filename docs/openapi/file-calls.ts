import {
  audit,
  cards,
  dailyRates,
  invoices,
  payments,
  RATE_PROVIDERS,
  TRANSACTION_PROVIDERS,
  type UploadDefinition,
} from '@forecourt/core';
import {
  byParameter,
  type Content,
  type ContractCall,
  CSV,
  FORM,
  file,
  JSON_TYPE,
  json,
  PDF,
  XLSX,
  ZIP,
} from './operation.ts';
import { listQuery } from './resource-calls.ts';
import { binary, count, id, listOf, object, oneOf, type Schema, string } from './schemas.ts';

const form: Content = { [FORM]: object({ file: binary }) };

/** A form with a file and further fields, each of which may be repeated. */
const formWith = (fields: Readonly<Record<string, string>>): Content => ({
  [FORM]: object(
    {
      file: binary,
      ...Object.fromEntries(
        Object.entries(fields).map(([name, description]) => [
          name,
          { ...listOf(string), description },
        ]),
      ),
    },
    ['file'],
  ),
});

const importForm = formWith({
  allow_repeat:
    "A row to enter although an equal one is stored: '214' or 'Sheet1!214'. Recorded in the audit trail.",
  occurrence:
    "How a row counted before rows were removed from its file: 'Sheet1!214=3/2' is the third of its purchase in the original, of which two were sent so far; commas separate the lines of a wide row.",
  accept: 'A guard that a person accepted, such as TAX-UNVERIFIED. Recorded in the audit trail.',
  accept_reason: 'Why the accepted guards are right, for the audit trail; at most 500 characters.',
  original: 'SHA-256 of the original file from which rows were removed, for the audit trail.',
  correction:
    'A cell that was corrected before the file was sent, as JSON {sheet, row, column, cell, from, to} and perhaps a reason. Recorded with the import and in the audit trail.',
  corrected_from: 'SHA-256 of the file before its cells were corrected.',
  corrected_name: 'Name of that file.',
});

const ratesForm = formWith({
  accept: 'A guard that a person accepted, such as RATE-CHANGE. Recorded in the audit trail.',
});

const rejected = listOf(object({ row: count, column: string, value: string, message: string }));

const limits = ({ accept, maxBytes }: UploadDefinition): string =>
  `${accept.join(', ')}; at most ${maxBytes} bytes`;

const actionNamed = (name: string) => {
  const found = [
    ...(cards.actions ?? []),
    ...(invoices.actions ?? []),
    ...(payments.actions ?? []),
  ].find((action) => action.name === name);
  if (found) return found;
  throw new Error(`Core defines no action ${name}.`);
};

const present = <T>(definition: T | undefined, what: string): T => {
  if (definition !== undefined) return definition;
  throw new Error(`Core defines no ${what}.`);
};

/** The names of a schema's properties but for those that an answer may leave out. */
const without = (properties: object, ...left: readonly string[]): string[] =>
  Object.keys(properties).filter((name) => !left.includes(name));

/** What an import entered in a currency, and the valid lines that it left out; amounts with two decimals. */
const TOTAL = {
  currency: string,
  ...{ lines: count, purchases: count, cost: string, markup: string, amount: string },
  ...{ left_out_lines: count, left_out: string },
};

const ImportTotal: Schema = object(
  {
    ...TOTAL,
    without_company_lines: {
      ...count,
      description:
        'Entered lines of cards that are unknown or fit several cards; no company is billed for them. Absent for none.',
    },
  },
  Object.keys(TOTAL),
);

const IMPORT_RECORD = {
  id,
  key: { type: ['string', 'null'] },
  provider: string,
  file_name: string,
  sha256: string,
  state: oneOf(['received', 'running', 'done', 'failed']),
  imported: count,
  duplicates: count,
  rejected: count,
  exceptions: count,
  totals: listOf(ImportTotal),
  corrected_from: object({ file_name: string, sha256: string }),
  corrections: listOf(
    object(
      {
        ...{ sheet: string, row: count, column: string, cell: string },
        ...{ from: string, to: string, reason: string },
      },
      ['sheet', 'row', 'column', 'cell', 'from', 'to'],
    ),
  ),
};

/** The state of an import, and the results of its rows. */
export const ImportRecord: Schema = object(
  IMPORT_RECORD,
  without(IMPORT_RECORD, 'totals', 'corrected_from', 'corrections'),
);

const PAST_IMPORT = {
  id,
  by: string,
  provider: string,
  file_name: string,
  state: oneOf(['received', 'running', 'done', 'failed']),
  at: string,
  imported: count,
  duplicates: count,
  rejected: count,
  corrected_cells: count,
  totals: listOf(ImportTotal),
};

const PastImport: Schema = object(PAST_IMPORT, without(PAST_IMPORT, 'totals'));

function cardCalls(): readonly ContractCall[] {
  const upload = present(cards.upload, 'upload of cards');
  const assign = actionNamed('assign');
  const template = actionNamed('template');
  return [
    {
      method: 'POST',
      path: upload.path,
      action: upload.action,
      operationId: 'cards.import',
      tag: 'cards',
      summary: `Imports cards from a file in the template's layout: ${limits(upload)}`,
      body: form,
      answer: {
        description: 'The results of the rows.',
        content: json(
          object({
            imported: count,
            created: count,
            changed: count,
            records: listOf(string),
            rejected,
          }),
        ),
      },
    },
    {
      method: 'GET',
      path: template.call([], {}).path,
      action: template.action,
      operationId: 'cards.template',
      tag: 'cards',
      summary: 'Returns the template for an import',
      query: [{ name: 'format', schema: oneOf(['xlsx', 'csv']), description: 'Default xlsx.' }],
      answer: file('The template.', XLSX, CSV),
    },
    {
      method: 'POST',
      path: assign.call([], {}).path,
      action: assign.action,
      operationId: 'cards.assign',
      tag: 'cards',
      summary: 'Assigns cards to a company',
      body: json(object({ customerCompanyId: id, cardIds: listOf(id) })),
      answer: {
        description: 'The number of assigned cards.',
        content: json(object({ assigned: count })),
      },
    },
  ];
}

function importCalls(): readonly ContractCall[] {
  const counts = ['imported', 'duplicates', 'rejected', 'exceptions'].map(
    (name) => `x-import-${name}`,
  );
  const result = file('The sent rows, with import_status and import_message added.', CSV);
  return [
    {
      method: 'POST',
      path: 'import_transactions',
      action: 'transactions.import',
      operationId: 'transactions.import',
      tag: 'transactions',
      summary: "Imports a provider's transaction file",
      query: [
        {
          name: 'provider',
          schema: string,
          required: true,
          description: `${TRANSACTION_PROVIDERS.join(', ')}, or one of \`GET imports/layouts\`.`,
        },
      ],
      body: importForm,
      answer: {
        ...result,
        headers: {
          ...result.headers,
          'x-import-id': 'ImportId',
          ...Object.fromEntries(counts.map((name) => [name, 'ImportCount'])),
          'x-import-totals': 'ImportTotals',
        },
      },
    },
    {
      method: 'GET',
      path: 'imports',
      action: 'transactions.import-lookup',
      operationId: 'imports.find',
      tag: 'transactions',
      summary: 'Returns imports and their outcomes; a client calls it after a lost answer',
      query: [{ name: 'key', schema: string, description: 'The Idempotency-Key of the import.' }],
      answer: {
        description: 'Your own imports with that key.',
        content: json(listOf({ $ref: '#/components/schemas/ImportRecord' })),
      },
    },
    {
      method: 'GET',
      path: 'imports/history',
      action: 'transactions.import-lookup',
      operationId: 'imports.history',
      tag: 'transactions',
      summary:
        'Returns past imports, the latest first: staff see all, others those of their company',
      query: [
        { name: 'page', schema: count, description: 'From 0.' },
        { name: 'size', schema: count, description: '1 to 100; default 25.' },
      ],
      answer: {
        description: 'One page of imports.',
        content: json(
          object({
            metadata: object({ page: count, size: count, total_count: count }),
            imports: listOf(PastImport),
          }),
        ),
      },
    },
    {
      method: 'GET',
      path: 'imports/{id}/result',
      action: 'transactions.import-lookup',
      operationId: 'imports.result',
      tag: 'transactions',
      summary: 'Returns the result file of a past import again',
      answer: result,
    },
    {
      method: 'GET',
      path: 'imports/layouts',
      action: 'transactions.import-lookup',
      operationId: 'imports.layouts',
      tag: 'transactions',
      summary:
        "Returns the providers, and the service's own layouts and tax tables, to check files with",
      answer: {
        description: 'Layouts and tax tables in the format in which a deployment writes them.',
        content: json(
          object({
            providers: listOf(string),
            layouts: listOf({ type: 'object' }),
            tax_tables: listOf({ type: 'object' }),
          }),
        ),
      },
    },
    {
      method: 'GET',
      path: 'attachments/{id}',
      action: 'transactions.attachments',
      operationId: 'transactions.attachment',
      tag: 'transactions',
      summary: 'Returns one attachment, at the `url` from its transaction',
      answer: file('The attached file.', '*/*'),
    },
    {
      method: 'GET',
      path: 'attachments/{transactionId}/zip',
      action: 'transactions.attachments',
      operationId: 'transactions.attachments',
      tag: 'transactions',
      summary: 'Returns all attachments of a transaction',
      answer: file('One ZIP.', ZIP),
    },
  ];
}

function invoiceCalls(): readonly ContractCall[] {
  const bundle = present(invoices.bundle, 'files of invoices');
  const email = actionNamed('email');
  const parameter = '{invoiceNumber}';
  const files = bundle.types.map(({ key, value }): ContractCall => {
    const types: Readonly<Record<string, string>> = { pdf: PDF, csv: CSV };
    return {
      method: 'GET',
      path: decodeURIComponent(bundle.path(parameter, key)),
      // The call for one invoice is the same as for several.
      action: bundle.selectionAction,
      operationId: `invoices.download.${key}`,
      tag: 'invoices',
      summary: `Returns an invoice as ${value}`,
      query: [byParameter('number')],
      answer: file(`${value}.`, present(types[key], `content type of ${key}`)),
    };
  });
  const { method, path, query = [] } = email.call(['{id}'], {});
  const sent = {
    path,
    action: email.action,
    tag: 'invoices',
    summary: 'Sends an invoice to its company by e-mail',
    query: query.map(([name, value]) => ({
      name,
      schema: value === '{id}' ? string : oneOf(name === 'by' ? ['id', 'number'] : [value]),
      required: name !== 'by',
    })),
    answer: { status: 202, description: 'The e-mail was sent.', content: json(object({})) },
  } as const;
  return [
    ...files,
    { ...sent, method, operationId: 'invoices.email' },
    { ...sent, method: 'GET', operationId: 'invoices.email.get' },
    {
      ...sent,
      method: 'GET',
      path: `${path}/preview`,
      operationId: 'invoices.email.preview',
      summary: 'Previews the e-mail and lists earlier ones; 409 for a draft',
      answer: {
        description: 'Recipient, subject, name of the attached file.',
        content: json(
          object({
            to: string,
            subject: string,
            attachment: string,
            sent_before: listOf(object({ at: string, to: string })),
          }),
        ),
      },
    },
  ];
}

function paymentCalls(): readonly ContractCall[] {
  const { action, call } = actionNamed('reverse');
  const { method, path } = call(['{id}'], {});
  return [
    {
      method,
      path: decodeURIComponent(path),
      action,
      operationId: 'payments.reverse',
      tag: 'payments',
      summary:
        'Reverses a payment, once; 409 the second time. The invoice owes the amount again; both entries stay in the list',
      body: json(object({ reason: string })),
      answer: {
        status: 201,
        description: 'The id of the reversal, which is a separate entry.',
        content: json(object({ id })),
      },
    },
  ];
}

function officeCalls(): readonly ContractCall[] {
  return [
    {
      method: 'GET',
      path: `${audit.list.path}/export`,
      action: 'audit.export',
      operationId: 'audit.export',
      tag: audit.name,
      summary: 'Exports all entries of the trail that match the filters',
      query: listQuery(audit).filter(({ name }) => !['paged', 'page', 'size'].includes(name)),
      answer: file('One line per entry.', CSV),
    },
    {
      method: 'POST',
      path: dailyRates.path,
      action: dailyRates.action,
      operationId: 'rates.upload',
      tag: 'rates',
      summary: `Uploads a provider's daily rates: ${limits(dailyRates)}`,
      query: [{ name: 'Type', schema: oneOf(RATE_PROVIDERS), required: true }],
      body: ratesForm,
      answer: {
        description: 'The results of the rows.',
        content: { [JSON_TYPE]: object({ accepted: count, rejected }) },
      },
    },
  ];
}

/** Calls that accept or return files, and actions on selected records. */
export const fileCalls = (): readonly ContractCall[] => [
  ...cardCalls(),
  ...importCalls(),
  ...invoiceCalls(),
  ...paymentCalls(),
  ...officeCalls(),
];
