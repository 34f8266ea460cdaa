import * as z from 'zod/mini';
import { cardNumberFault } from '../../format/card-number.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type {
  Draft,
  Flags,
  FormDefinition,
  FormField,
  FormState,
  Issues,
} from '../../resource/form.types.ts';
import { inputOf, lock } from '../../resource/form-fields.ts';
import { issueAt } from '../../resource/form-rules.ts';
import {
  changedFields,
  flagsIn,
  textIn,
  toDraft,
  toWire,
  withLoaded,
} from '../../resource/form-values.ts';
import { reasonIssues } from '../../resource/reason.ts';
import {
  CARD_FIELDS,
  CARD_SETS,
  CARD_TYPES,
  CURRENCIES,
  DAY_OPTIONS,
  UNITS,
} from './cards.fields.ts';
import { CARDS_PATH, cardPath } from './cards.paths.ts';
import { CARD_STATUSES, type Card, cardObject } from './cards.schema.ts';

type State = FormState<Card>;

/** A field of the form of a card. */
export type CardField = (string & keyof Card) | 'reason';

/** Set only when the card is created (CARD-09). */
const CREATE_ONLY: readonly string[] = ['card_number', 'company_name'];

const DAY_MAPS: readonly string[] = CARD_FIELDS.filter(({ kind }) => kind === 'days').map(
  ({ field }) => field,
);

/** Returns the choice for a status: ACTIVE is offered as RELEASE. */
const statusKey = (status: string): string =>
  CARD_STATUSES.find(({ value }) => value === status)?.key ?? status;

/** Codes that are whole numbers on the wire. */
const WHOLE_CODES: readonly string[] = ['trip_number'];

/** The largest odometer reading or trip number. */
const MAX_WHOLE = '999999999';

function toField({
  demand,
  field,
  kind,
  label,
  section,
}: (typeof CARD_FIELDS)[number]): FormField<CardField> {
  const plain = WHOLE_CODES.includes(field);
  const input = plain ? 'integer' : inputOf(kind);
  return {
    name: field,
    label,
    section,
    input,
    ...(demand === 'required' && { required: true }),
    ...(demand === 'shown' && { locked: MESSAGES.field.readOnly }),
    ...(input === 'days' && { options: DAY_OPTIONS }),
    ...((input === 'decimal' || input === 'integer') && { min: '0' }),
    ...(input === 'integer' && { max: MAX_WHOLE }),
    ...(plain && { plain }),
    ...(kind === 'money' && { shownPlaces: 2 }),
    // A change of status by somebody else is never overwritten or merged without asking.
    ...(field === 'card_status' && { guarded: true }),
  };
}

const KINDS = new Map(CARD_FIELDS.map(({ field, kind }) => [String(field), kind]));

/** Returns the unit of a value; '' until the service has set the card's. */
function unitOf(name: string, card: Card | undefined): string {
  const uom = card?.uom ?? '';
  const kind = KINDS.get(name);
  if (kind === 'volume') return UNITS[uom] ?? uom;
  return kind === 'money' ? (CURRENCIES[uom] ?? '') : '';
}

const FIELDS: readonly FormField<CardField>[] = CARD_FIELDS.map(toField);

const toCardDraft = (card: Card | undefined): Draft => ({
  ...toDraft(FIELDS, card),
  card_status: statusKey(card?.card_status ?? ''),
  ...(card && { reason: '' }),
});

/** Why a card is put on hold: optional, since a lost card must be put on hold at once (CARD-11). */
const HOLD_REASON: FormField<CardField> = {
  name: 'reason',
  label: 'Reason',
  section: 'Card Management',
  input: 'multiline',
};

/** Whether the form puts the card on hold. */
const isHeldNow = ({ detail, draft, mode }: State): boolean =>
  mode === 'edit' && textIn(draft, 'card_status') === 'HOLD' && detail?.card_status !== 'HOLD';

/** Returns the fields with the reason behind the status that it explains. */
const withReason = (all: readonly FormField<CardField>[]): readonly FormField<CardField>[] =>
  all.flatMap((field) => (field.name === 'card_status' ? [field, HOLD_REASON] : [field]));

/** A company is chosen by its name while the card is created; afterwards the field only shows it. */
const COMPANY = { input: 'choice', options: { reference: 'userCompanies' } } as const;

function chosen(field: FormField<CardField>, { detail, mode }: State): FormField<CardField> {
  const set = CARD_SETS[field.name as keyof Card];
  if (set) {
    const loaded = toCardDraft(detail)[field.name];
    return { ...field, input: 'choice', options: withLoaded(set, String(loaded ?? '')) };
  }
  const type = CARD_TYPES[field.name as keyof Card];
  if (type) return { ...field, input: 'choice', options: type };
  return mode === 'create' && field.name === 'company_name' ? { ...field, ...COMPANY } : field;
}

function fields(state: State): readonly FormField<CardField>[] {
  const { detail, mode } = state;
  const all = FIELDS.map((field) => {
    const unit = unitOf(field.name, detail);
    return { ...chosen(field, state), ...(unit && { unit }) };
  });
  if (mode === 'view') return all.map((field) => lock(field, MESSAGES.field.viewing));
  if (mode === 'create') return all.filter(({ locked }) => locked === undefined);
  const open = all.map((field) =>
    CREATE_ONLY.includes(field.name) ? lock(field, MESSAGES.field.readOnly) : field,
  );
  return isHeldNow(state) ? withReason(open) : open;
}

const days = (map: Flags): string[] =>
  Object.keys(map).filter((day) => day !== 'na' && map[day] === true);

/** N/A clears the days, and a day clears N/A (CARD-10); if both are set at once, `check` refuses it. */
function changed(now: Draft, name: string, before: Draft): Draft {
  // The reason belongs to the hold: it goes with it.
  if (name === 'card_status' && now.card_status !== 'HOLD' && now.reason) {
    return { ...now, reason: '' };
  }
  if (!DAY_MAPS.includes(name)) return now;
  const map = flagsIn(now, name);
  const was = flagsIn(before, name);
  const on = days(map);
  if (map.na !== true || on.length === 0) return now;
  const newNa = was.na !== true;
  const newDay = on.some((day) => was[day] !== true);
  if (newNa === newDay) return now;
  return { ...now, [name]: newNa ? { na: true } : { ...map, na: false } };
}

/** The number of a new card; an older card keeps the one that it has (CARD-09). */
function numberIssue({ draft, mode }: State): Issues {
  const text = textIn(draft, 'card_number');
  const fault = mode === 'create' && text !== '' ? cardNumberFault(text) : undefined;
  if (fault === undefined) return {};
  const { notNumber, shortened } = MESSAGES.cards;
  return issueAt('card_number', fault, fault === 'shortened' ? shortened : notNumber);
}

function check(state: State): Issues {
  const mixed = DAY_MAPS.filter((name) => {
    const map = flagsIn(state.draft, name);
    return map.na === true && days(map).length > 0;
  });
  return Object.assign(
    numberIssue(state),
    reasonIssues(state),
    ...mixed.map((name) => issueAt(name, 'days_and_na', MESSAGES.cards.daysOrNa)),
  );
}

/** Returns the loaded card with the changes of its unlocked fields. */
function body(state: State): Record<string, unknown> {
  const { detail, draft } = state;
  if (detail === undefined) return toWire(fields(state), draft);
  const changed = changedFields(fields(state), draft, toCardDraft(detail));
  return { ...z.encode(cardObject, detail), ...toWire(changed, draft) };
}

/** A new card begins active, with nothing on it (CARD-09 requires each of these values). */
const STARTS: Draft = {
  card_status: 'RELEASE',
  usage_above_volume_limits: 'No',
  ...Object.fromEntries(
    [
      ...['refreshing_cash_balance', 'debit_dollar_balance', 'increment_dash_cash_amount'],
      ...['paycheck_balance', 'dash_cash_balance', 'weekly_fuel_quantity_balance'],
    ].map((name) => [name, '0.00']),
  ),
  dash_cash_memo: 'None',
};

/** How a card is created and changed (CARD-08 to CARD-14). */
export const cardForm: FormDefinition<Card, CardField> = {
  titles: { create: 'Add Card', edit: 'Edit Card', view: 'Manage Card' },
  submitLabels: { create: 'Save', edit: 'Update' },
  noCancel: ['create'],
  fields,
  draft: toCardDraft,
  starts: STARTS,
  changed,
  check,
  sometimes: [HOLD_REASON],
  create: { method: 'POST', path: () => CARDS_PATH, body },
  update: {
    method: 'PUT',
    path: ({ detail }) => cardPath(detail?.id ?? ''),
    body,
  },
  texts: {
    created: MESSAGES.cards.created,
    updated: MESSAGES.cards.updated,
    createFailed: MESSAGES.cards.createFailed,
    updateFailed: MESSAGES.cards.updateFailed,
  },
  after: 'back',
};
