/**
 * Fuel cards: fields, form, list and actions. Assigning, importing and templates are definitions here; the
 * workflows that run them are generic.
 */

import { groupCard } from '../../format/values.ts';
import { defineResource } from '../../resource/define-resource.ts';
import type { FieldDefinition } from '../../resource/resource.types.ts';
import { CARD_FIELDS, CURRENCIES, UNITS } from './cards.fields.ts';
import { type CardField, cardForm } from './cards.form.ts';
import { holdNotice } from './cards.hold.ts';
import { CARD_STATES, type CardNames, cardList } from './cards.list.ts';
import { cardPath } from './cards.paths.ts';
import { type Card, cardSchema } from './cards.schema.ts';

/** Adds what only the record shows: states, links, units and the name of a day. */
function shown(field: FieldDefinition<Card>): FieldDefinition<Card> {
  if (field.field === 'card_status') return { ...field, states: CARD_STATES };
  if (field.field === 'company_name') {
    return { ...field, leadsTo: { resource: 'customers', by: 'company_name' } };
  }
  if (field.field === 'weekly_product_refresh') return { ...field, kind: 'days' };
  if (field.kind === 'volume') return { ...field, unitField: 'uom', units: UNITS };
  return field.kind === 'money' ? { ...field, unitField: 'uom', units: CURRENCIES } : field;
}

/** Fuel cards (CARD-01 to CARD-14). */
export const cards = defineResource<Card, Card, CardField, CardNames>({
  ...cardList,
  record: {
    path: cardPath,
    schema: cardSchema,
    title: 'Manage Card',
    back: 'List of ManageCard',
    caption: (card) => groupCard(card.card_number ?? ''),
    notice: holdNotice,
    fields: CARD_FIELDS.map(shown),
    related: [
      { resource: 'transactions', field: 'card_number', from: 'card_number' },
      { resource: 'exceptions', field: 'card_number', from: 'card_number' },
    ],
  },
  form: cardForm,
});
