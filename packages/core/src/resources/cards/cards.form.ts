import * as z from 'zod/mini';
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
import { changedFields, flagsIn, toDraft, toWire, withLoaded } from '../../resource/form-values.ts';
import type { Option } from '../../resource/resource.types.ts';
import { CARD_FIELDS } from './cards.fields.ts';
import { CARDS_PATH, cardPath } from './cards.paths.ts';
import { CARD_DAYS, CARD_STATUSES, type Card, cardObject } from './cards.schema.ts';

type State = FormState<Card>;

/** Set only when the card is created (CARD-09). */
const GIVEN_ONCE: readonly string[] = ['card_number', 'company_name'];

const DAY_MAPS: readonly string[] = CARD_FIELDS.filter(({ kind }) => kind === 'days').map(
  ({ field }) => field,
);

/** Returns the choice for a status: ACTIVE is offered as RELEASE. */
const statusKey = (status: string): string =>
  CARD_STATUSES.find(({ value }) => value === status)?.key ?? status;

const DAY_OPTIONS: readonly Option[] = CARD_DAYS.map((day) => ({
  key: day,
  value: day === 'na' ? 'N/A' : `${day[0]?.toUpperCase()}${day.slice(1)}`,
}));

function toField({ demand, field, kind, label, section }: (typeof CARD_FIELDS)[number]): FormField {
  const input = inputOf(kind);
  return {
    name: field,
    label,
    section,
    input,
    ...(demand === 'required' && { required: true }),
    ...(demand === 'shown' && { locked: MESSAGES.field.readOnly }),
    ...(input === 'days' && { options: DAY_OPTIONS }),
    ...((input === 'decimal' || input === 'integer') && { min: '0' }),
  };
}

const FIELDS: readonly FormField[] = CARD_FIELDS.map(toField);

const toCardDraft = (card: Card | undefined): Draft => ({
  ...toDraft(FIELDS, card),
  card_status: statusKey(card?.card_status ?? ''),
});

function fields({ detail, mode }: State): readonly FormField[] {
  const all = FIELDS.map((field) =>
    field.name === 'card_status'
      ? {
          ...field,
          input: 'choice' as const,
          options: withLoaded(CARD_STATUSES, statusKey(detail?.card_status ?? '')),
        }
      : field,
  );
  if (mode === 'view') return all.map((field) => lock(field, MESSAGES.field.viewing));
  if (mode === 'create') return all.filter(({ locked }) => locked === undefined);
  return all.map((field) =>
    GIVEN_ONCE.includes(field.name) ? lock(field, MESSAGES.field.readOnly) : field,
  );
}

const days = (map: Flags): string[] =>
  Object.keys(map).filter((day) => day !== 'na' && map[day] === true);

/** N/A clears the days, and a day clears N/A (CARD-10); if both are set at once, `check` refuses it. */
function changed(now: Draft, name: string, before: Draft): Draft {
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

function check(state: State): Issues {
  const mixed = DAY_MAPS.filter((name) => {
    const map = flagsIn(state.draft, name);
    return map.na === true && days(map).length > 0;
  });
  return Object.assign(
    {},
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

/** How a card is created and changed (CARD-08 to CARD-14). */
export const cardForm: FormDefinition<Card> = {
  titles: { create: 'Add Card', edit: 'Edit Card', view: 'Manage Card' },
  submitLabels: { create: 'Save', edit: 'Update' },
  noCancel: ['create'],
  fields,
  draft: toCardDraft,
  changed,
  check,
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
