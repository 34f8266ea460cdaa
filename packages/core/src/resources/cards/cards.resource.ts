import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { cardActions, cardUpload } from './cards.actions.ts';
import { CARD_FIELDS, CARD_STATUSES, CARDS_PATH, cardPath } from './cards.fields.ts';
import { cardForm } from './cards.form.ts';
import { type Card, cardSchema } from './cards.schema.ts';

export const cards = defineResource<Card>({
  name: 'cards',
  noun: ['card', 'cards'],
  menu: 'cards',
  menuLabel: 'Cards',
  route: '/managercards',
  schema: cardSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Manage Cards',
    path: CARDS_PATH,
    columns: [
      { field: 'card_number', label: 'Number', kind: 'card' },
      { field: 'company_name', label: 'Company', kind: 'text' },
      { field: 'plastic_type', label: 'Plastic Type', kind: 'text' },
      { field: 'trailer_number', label: 'Trailer', kind: 'code' },
      {
        field: 'card_status',
        label: 'Status',
        kind: 'status',
        options: CARD_STATUSES,
      },
      { field: 'cash_advance_type', label: 'Cash Advance', kind: 'text' },
      { field: 'dash_cash_balance', label: 'Cash Balance', kind: 'money' },
      { field: 'driver_name', label: 'Driver Name', kind: 'text' },
      { field: 'vehicle_assigned_to_card', label: 'Tractor', kind: 'code' },
      { field: 'reefer', label: 'Reefer', kind: 'text' },
      { field: 'uom', label: 'UOM', kind: 'text' },
    ],
    selectable: true,
    texts: { none: MESSAGES.cards.none, noRows: MESSAGES.cards.noRows },
  },
  record: {
    path: cardPath,
    schema: cardSchema,
    title: 'Manage Card',
    back: 'List of ManageCard',
    fields: CARD_FIELDS,
  },
  form: cardForm,
  remove: { path: cardPath },
  actions: cardActions,
  upload: cardUpload,
  export: {
    action: 'cards.export',
    path: `${CARDS_PATH}/export`,
    body: (ids) => ({ cardIds: ids }),
    fileName: 'Cards.csv',
    label: 'Exports Selected',
    texts: {
      none: MESSAGES.cards.selectToExport,
      success: MESSAGES.cards.exported,
      failure: MESSAGES.cards.exportFailed,
    },
  },
});
