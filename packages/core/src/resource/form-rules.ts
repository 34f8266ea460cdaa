import { isDay, isInstant } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';
import { isEmail } from '../format/email.ts';
import { MESSAGES, required } from '../messages/messages.ts';
import type {
  DraftValue,
  FieldIssue,
  FormDefinition,
  FormField,
  FormState,
  Issues,
} from './form.types.ts';

/** Significant digits that a JSON number holds without loss. */
const EXACT_DIGITS = 15;

/** Nothing was given: no text but blanks, no flag. */
export function isBlank(value: DraftValue | undefined): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'object') return !Object.values(value).includes(true);
  return value !== true;
}

/** A field with that issue, and no other. */
export const issueAt = (name: string, code: string, message: string): Issues => ({
  [name]: [{ code, message }],
});

/** Ten digits, nothing else (USER-08). */
const PHONE = /^\d{10}$/;

/** A phone that has not ten digits. One that was stored so before and is not touched stays. */
export function phoneIssues<Detail>(
  form: Pick<FormDefinition<Detail>, 'draft'>,
  { detail, draft }: FormState<Detail>,
  phones: Readonly<Record<string, string>>,
): Issues {
  const loaded = detail === undefined ? undefined : form.draft(detail);
  const found = Object.entries(phones).filter(([name]) => {
    const text = String(draft[name] ?? '').trim();
    return text !== '' && !PHONE.test(text) && text !== loaded?.[name];
  });
  return Object.assign(
    {},
    ...found.map(([name, message]) => issueAt(name, 'not_ten_digits', message)),
  );
}

function numberIssue({ input, label, min, places = 2 }: FormField, text: string) {
  const value = Decimal.parse(text);
  const texts = MESSAGES.field;
  const number = input === 'decimal';
  if (value === undefined || (!number && value.scale > 0)) {
    return { code: 'not_a_number', message: number ? texts.number(label) : texts.whole(label) };
  }
  if (number && !value.equals(value.round(places))) {
    return { code: 'too_precise', message: texts.places(label, places) };
  }
  if (value.abs().coefficient >= 10n ** BigInt(EXACT_DIGITS)) {
    return { code: 'too_many_digits', message: texts.digits(label) };
  }
  return min !== undefined && value.compare(Decimal.from(min)) < 0
    ? { code: 'too_small', message: texts.least(label, min) }
    : undefined;
}

function formIssue(field: FormField, text: string): FieldIssue | undefined {
  const { input, label, options } = field;
  const texts = MESSAGES.field;
  if (input === 'decimal' || input === 'integer') return numberIssue(field, text);
  if (input === 'day' && !isDay(text)) return { code: 'not_a_day', message: texts.day(label) };
  if (input === 'instant' && !isInstant(text)) {
    return { code: 'not_an_instant', message: texts.instant(label) };
  }
  if (input === 'email' && !isEmail(text)) return { code: 'not_an_email', message: texts.email };
  return Array.isArray(options) && !options.some(({ key }) => key.trim() === text)
    ? { code: 'not_a_choice', message: texts.choice(label) }
    : undefined;
}

/** What is wrong with one field by itself: required and empty, or not in its input's own form. */
export function checkField(field: FormField, value: DraftValue | undefined): readonly FieldIssue[] {
  const { label, locked, requiredText } = field;
  if (locked !== undefined) return [];
  if (isBlank(value)) {
    return field.required ? [{ code: 'required', message: requiredText ?? required(label) }] : [];
  }
  const issue = typeof value === 'string' ? formIssue(field, value.trim()) : undefined;
  return issue ? [issue] : [];
}

/** All issues of all the fields; a locked field has none, for nobody could mend it. */
export function checkFields(
  fields: readonly FormField[],
  values: Readonly<Record<string, DraftValue>>,
): Issues {
  const found = fields.flatMap((field) => {
    const issues = checkField(field, values[field.name]);
    return issues.length > 0 ? [[field.name, issues] as const] : [];
  });
  return Object.fromEntries(found);
}

/**
 * Everything that is wrong with a form: its fields by themselves, then its own rules. Empty: it may
 * be sent. `secrets` are the values of secret fields, kept apart from the draft.
 */
export function checkForm<Detail>(
  form: FormDefinition<Detail>,
  state: FormState<Detail>,
  secrets: Readonly<Record<string, string>> = {},
): Issues {
  const alone = checkFields(form.fields(state), { ...state.draft, ...secrets });
  const together = form.check?.(state, secrets) ?? {};
  const names = [...new Set([...Object.keys(alone), ...Object.keys(together)])];
  return Object.fromEntries(
    names.map((name) => [name, [...(alone[name] ?? []), ...(together[name] ?? [])]]),
  );
}
