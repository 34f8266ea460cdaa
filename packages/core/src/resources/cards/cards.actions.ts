import { MESSAGES } from '../../messages/messages.ts';
import type {
  ActionDefinition,
  BulkDefinition,
  Draft,
  UploadDefinition,
} from '../../resource/form.types.ts';
import { formSection } from '../../resource/form-fields.ts';
import { textIn } from '../../resource/form-values.ts';
import { CARDS_PATH } from './cards.paths.ts';

const MAX_IMPORT_BYTES = 10_000_000;
const IMPORT_TYPES: readonly string[] = ['.csv', '.xls', '.xlsx'];

/** Assigns cards to a company (CARD-06, CARD-07). */
const assign: ActionDefinition = {
  name: 'assign',
  action: 'cards.assign',
  label: 'Assign Selected Cards To Customer',
  on: 'selection',
  title: 'Assign Cards',
  submitLabel: 'Save',
  fields: formSection('', [
    [
      'customerCompanyId',
      'Company',
      'choice',
      { required: true, options: { reference: 'cardCompanies' } },
    ],
  ]),
  call: (ids, draft) => ({
    method: 'POST',
    path: `${CARDS_PATH}/assign-card-company-bulk`,
    json: { customerCompanyId: textIn(draft, 'customerCompanyId'), cardIds: ids },
  }),
  texts: {
    none: MESSAGES.cards.selectToAssign,
    success: MESSAGES.cards.assigned,
    failure: MESSAGES.cards.assignFailed,
  },
};

/** Downloads the file to fill in for an import (CARD-05): a workbook by default, or CSV. */
const template: ActionDefinition = {
  name: 'template',
  action: 'cards.template',
  label: 'Download Sample Card Template',
  on: 'list',
  fields: formSection('', [
    [
      'format',
      'Format',
      'choice',
      {
        options: [
          { key: 'xlsx', value: 'Excel' },
          { key: 'csv', value: 'CSV' },
        ],
      },
    ],
  ]),
  call: (_ids, draft) => ({
    method: 'GET',
    path: `${CARDS_PATH}/download-fuel-card-csv`,
    ...(textIn(draft, 'format') === 'csv' && { query: [['format', 'csv']] }),
  }),
  file: (draft) => `SampleCardTemplate.${textIn(draft, 'format') || 'xlsx'}`,
  texts: {
    success: MESSAGES.succeeded,
    failure: MESSAGES.operationError,
    failureStatus: MESSAGES.cards.templateFailed,
  },
};

export const cardActions: readonly ActionDefinition[] = [assign, template];

type Row = Readonly<Record<string, unknown>>;

const textOf = (row: Row, name: string): string => String(row[name] ?? '');

/** What puts a card back into the state that it had. */
const stateOf = (before: Row): Draft => ({
  card_status:
    textOf(before, 'card_status') === 'ACTIVE' ? 'RELEASE' : textOf(before, 'card_status'),
  reason: textOf(before, 'hold_reason'),
});

/** Why a card is put on hold: optional, since a lost card mustn't wait for words. */
const HOLD_REASON = formSection('', [['reason', 'Reason', 'multiline']]);

/** Puts picked cards on hold, or activates them (LIST-15, CARD-11). */
export const cardBulk: readonly BulkDefinition[] = [
  {
    name: 'hold',
    action: 'cards.update',
    label: 'Hold',
    set: { card_status: 'HOLD' },
    fields: HOLD_REASON,
    undo: { by: 'activate', set: stateOf },
    already: ({ card_status }) => (card_status === 'HOLD' ? 'It is on hold already.' : undefined),
    texts: { done: 'put on hold' },
  },
  {
    name: 'activate',
    action: 'cards.update',
    label: 'Activate',
    set: { card_status: 'RELEASE' },
    undo: { by: 'hold', set: stateOf },
    already: ({ card_status }) => (card_status === 'ACTIVE' ? 'It is active already.' : undefined),
    texts: { done: 'activated' },
  },
];

/** Imports cards from a file in the template's layout (CARD-03). */
export const cardUpload: UploadDefinition = {
  action: 'cards.import',
  label: 'Import Card',
  noun: ['card', 'cards'],
  leadsTo: 'card_number',
  submitLabel: 'Upload',
  path: `${CARDS_PATH}/upload-fuel-card-csv`,
  fields: [],
  accept: IMPORT_TYPES,
  maxBytes: MAX_IMPORT_BYTES,
  texts: {
    required: MESSAGES.upload.required,
    wrongType: MESSAGES.upload.wrongType(IMPORT_TYPES),
    tooLarge: MESSAGES.upload.tooLarge(MAX_IMPORT_BYTES),
    success: MESSAGES.cards.imported,
    failure: MESSAGES.cards.importFailed,
  },
};
