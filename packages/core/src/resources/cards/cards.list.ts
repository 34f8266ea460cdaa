import { MESSAGES } from '../../messages/messages.ts';
import type {
  ColumnNames,
  ListedResource,
  StateDefinition,
} from '../../resource/resource.types.ts';
import { cardActions, cardBulk, cardUpload } from './cards.actions.ts';
import { purchasesStay } from './cards.kept.ts';
import { cardMeta } from './cards.meta.ts';
import { CARDS_PATH, cardPath } from './cards.paths.ts';
import { CARD_STATUSES, type Card, cardSchema } from './cards.schema.ts';

/** What a card's status means for its purchases. */
export const CARD_STATES: readonly StateDefinition[] = [
  { value: 'ACTIVE', tone: 'good', means: 'Purchases are approved within its limits.' },
  { value: 'HOLD', tone: 'warn', means: 'Purchases are refused until it is activated.' },
  { value: 'INACTIVE', tone: 'bad', means: 'Purchases are refused.' },
];

export const cardList = {
  ...cardMeta,
  schema: cardSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Manage Cards',
    path: CARDS_PATH,
    columns: [
      {
        field: 'card_number',
        label: 'Number',
        kind: 'card',
        leadsTo: { resource: 'cards', from: 'id' },
      },
      {
        field: 'company_name',
        label: 'Company',
        kind: 'text',
        leadsTo: { resource: 'customers', by: 'company_name' },
      },
      {
        field: 'plastic_type',
        label: 'Plastic Type',
        kind: 'text',
        reference: 'plasticTypes',
      },
      { field: 'trailer_number', label: 'Trailer', kind: 'code' },
      {
        field: 'card_status',
        label: 'Status',
        kind: 'status',
        options: CARD_STATUSES,
        states: CARD_STATES,
      },
      {
        field: 'cash_advance_type',
        label: 'Cash Advance',
        kind: 'text',
        reference: 'cashAdvanceTypes',
      },
      { field: 'dash_cash_balance', label: 'Cash Balance', kind: 'money' },
      { field: 'driver_name', label: 'Driver Name', kind: 'text' },
      { field: 'vehicle_assigned_to_card', label: 'Tractor', kind: 'code' },
      { field: 'reefer', label: 'Reefer', kind: 'text' },
      { field: 'uom', label: 'UOM', kind: 'text' },
    ],
    add: { label: 'Add Card', action: 'cards.create', route: '/managercards/add-new' },
    selectable: true,
    brief: {
      names: ['card_number'],
      about: ['company_name', 'card_status', 'driver_name'],
      searched: ['card_number', 'driver_name'],
    },
    texts: { none: MESSAGES.cards.none, noRows: MESSAGES.cards.noRows },
  },
  remove: {
    path: cardPath,
    keeps: {
      resource: 'transactions',
      field: 'card_number',
      from: 'card_number',
      note: purchasesStay,
    },
  },
  actions: cardActions,
  bulk: cardBulk,
  upload: cardUpload,
  export: {
    action: 'cards.export',
    path: `${CARDS_PATH}/export`,
    body: (ids) => ({ cardIds: ids }),
    needsAll: true,
    fileName: 'Cards.csv',
    label: 'Exports Selected',
    texts: {
      none: MESSAGES.cards.selectToExport,
      success: MESSAGES.cards.exported,
      failure: MESSAGES.cards.exportFailed,
    },
  },
} satisfies ListedResource<Card>;

/** What the list is filtered and sorted by. */
export interface CardNames extends ColumnNames<typeof cardList> {}
