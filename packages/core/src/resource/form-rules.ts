import { isDay, isInstant } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';
import { isEmail } from '../format/email.ts';
import { missingDay } from '../format/missing-days.ts';
import { mixedScripts } from '../format/mixed-scripts.ts';
import { phoneDigits } from '../format/phone.ts';
import { parseTyped } from '../format/values.ts';
import { required } from '../messages/login-messages.ts';
import { MESSAGES } from '../messages/messages.ts';
import { readingOf } from './field-reading.ts';
import type {
  DraftValue,
  FieldIssue,
  FormDefinition,
  FormField,
  FormState,
  Issues,
} from './form.types.ts';
import { typedNumberIssue } from './typed-numbers.ts';

/** Characters that show nothing: blanks, zero-width and other ignorable ones, fillers. */
const INVISIBLE = /[\s\p{Cf}\p{DI}\u2800]/gu;

/**
 * Returns whether nothing of a text can be seen.
 *
 * @param text any text
 */
export const isInvisible = (text: string): boolean => text.replaceAll(INVISIBLE, '') === '';

/** Returns whether a value is empty: only characters that show nothing, or no flag set. */
export function isBlank(value: DraftValue | undefined): boolean {
  if (typeof value === 'string') return isInvisible(value);
  if (typeof value === 'object') return !Object.values(value).includes(true);
  return value !== true;
}

/** Returns one issue for one field. */
export const issueAt = (name: string, code: string, message: string): Issues => ({
  [name]: [{ code, message }],
});

/** Exactly ten digits, in any grouping (USER-08). */
const PHONE = /^\d{10}$/;

/**
 * Returns issues for phone numbers that don't have ten digits. A stored one that was not changed is
 * accepted.
 */
export function phoneIssues<Detail>(
  form: Pick<FormDefinition<Detail>, 'draft'>,
  { detail, draft }: FormState<Detail>,
  phones: Readonly<Record<string, string>>,
): Issues {
  const loaded = detail === undefined ? undefined : form.draft(detail);
  const found = Object.entries(phones).filter(([name]) => {
    const text = String(draft[name] ?? '').trim();
    return text !== '' && !PHONE.test(phoneDigits(text)) && text !== loaded?.[name];
  });
  return Object.assign(
    {},
    ...found.map(([name, message]) => issueAt(name, 'not_ten_digits', message)),
  );
}

/**
 * Returns issues for names with letters of two alphabets in one word: they look like another name. A stored one that
 * was not changed is accepted.
 */
export function nameIssues<Detail>(
  form: Pick<FormDefinition<Detail>, 'draft'>,
  { detail, draft }: FormState<Detail>,
  names: Readonly<Record<string, string>>,
): Issues {
  const loaded = detail === undefined ? undefined : form.draft(detail);
  const found = Object.entries(names).map(([name, label]) => {
    const text = String(draft[name] ?? '').trim();
    const mixed = text === loaded?.[name] ? undefined : mixedScripts(text);
    if (mixed === undefined) return {};
    const { scripts, word } = mixed;
    return issueAt(name, 'mixed_scripts', MESSAGES.field.scripts(label, word, scripts));
  });
  return Object.assign({}, ...found);
}

function numberIssue(field: FormField, text: string): FieldIssue | undefined {
  const { input, label, max, min, places = 2 } = field;
  const issue = typedNumberIssue(field, text);
  const value = parseTyped(text);
  const texts = MESSAGES.field;
  const isWritten = issue === undefined || issue.code === 'too_many_digits';
  // Says the limit also where there are more digits than any number may have.
  if (isWritten && value && max !== undefined && value.compare(Decimal.from(max)) > 0) {
    return { code: 'too_large', message: texts.most(label, readingOf(field, max)) };
  }
  if (issue || value === undefined) return issue;
  if (input === 'decimal' && !value.equals(value.round(places))) {
    return { code: 'too_precise', message: texts.places(label, places) };
  }
  return min !== undefined && value.compare(Decimal.from(min)) < 0
    ? { code: 'too_small', message: texts.least(label, min) }
    : undefined;
}

/** Control characters, and those that turn the direction of the text around them: what follows reads as another text. */
export const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]/u;

/**
 * Returns what is wrong with the characters of a text; undefined if nothing is (WIRE-06). The one rule for every text that
 * is kept: forms, reasons, names of views. Only a 'multiline' one may have tabs and line breaks.
 *
 * @param field its label, and whether it has several lines
 * @param text what was typed
 */
export function controlIssue(
  { input, label }: Pick<FormField, 'input' | 'label'>,
  text: string,
): FieldIssue | undefined {
  const texts = MESSAGES.field;
  const isMultiline = input === 'multiline';
  const rest = isMultiline ? text.replaceAll(/[\t\r\n]/g, '') : text;
  if (!CONTROLS.test(rest)) return undefined;
  return {
    code: 'control_character',
    message: isMultiline ? texts.controls(label) : texts.oneLine(label),
  };
}

/** Returns what is wrong with a text that should be a day, or a day with a time, and what to type instead. */
function dateIssue({ input, label }: FormField, text: string): FieldIssue | undefined {
  const texts = MESSAGES.field;
  const timed = input === 'instant';
  if (timed ? isInstant(text) : isDay(text)) return undefined;
  const [day = ''] = text.split(/[T ]/);
  if (timed && isDay(day) && text === day) {
    return { code: 'not_an_instant', message: texts.noTime(label, day) };
  }
  const missing = missingDay(day);
  const message = missing ? `${label}: ${missing}` : texts[timed ? 'instant' : 'day'](label);
  return { code: timed ? 'not_an_instant' : 'not_a_day', message };
}

function formIssue(field: FormField, text: string): FieldIssue | undefined {
  const { input, label, options } = field;
  const texts = MESSAGES.field;
  if (input === 'decimal' || input === 'integer') return numberIssue(field, text);
  if (input === 'day' || input === 'instant') {
    const issue = dateIssue(field, text);
    if (issue) return issue;
  }
  if (input === 'email' && !isEmail(text)) return { code: 'not_an_email', message: texts.email };
  if (Array.isArray(options) && !options.some(({ key }) => key.trim() === text)) {
    return { code: 'not_a_choice', message: texts.choice(label) };
  }
  return field.secret ? undefined : controlIssue(field, text);
}

/** Checks a single field: required but empty, or not in its input's format. */
export function checkField(field: FormField, value: DraftValue | undefined): readonly FieldIssue[] {
  const { label, locked, requiredText } = field;
  if (locked !== undefined) return [];
  if (isBlank(value)) {
    if (field.required) return [{ code: 'required', message: requiredText ?? required(label) }];
    if (typeof value !== 'string' || value.trim() === '') return [];
  }
  const issue = typeof value === 'string' ? formIssue(field, value.trim()) : undefined;
  return issue ? [issue] : [];
}

/** Rules that are younger than the records: a stored value that was not changed is accepted. */
const KEPT_AS_LOADED: readonly string[] = [
  ...['not_an_email', 'control_character'],
  // Limits may be younger than what is stored.
  ...['too_large', 'too_small'],
];

/**
 * Checks all fields. A locked field has no issues, because nobody could fix them; neither are there any that
 * `isKept` accepts.
 */
export function checkFields(
  fields: readonly FormField[],
  values: Readonly<Record<string, DraftValue>>,
  isKept: (field: FormField, issue: FieldIssue) => boolean = () => false,
): Issues {
  const found = fields.flatMap((field) => {
    const issues = checkField(field, values[field.name]).filter((issue) => !isKept(field, issue));
    return issues.length > 0 ? [[field.name, issues] as const] : [];
  });
  return Object.fromEntries(found);
}

/**
 * Checks a form: its single fields first, then its own rules. Returns no issues if it can be sent.
 *
 * @param form the resource's form
 * @param state its draft and the record that it edits
 * @param secrets values of secret fields by name; they are kept apart from the draft
 * @throws a RangeError for a field whose `min` or `max` is no number
 */
export function checkForm<Detail>(
  form: FormDefinition<Detail>,
  state: FormState<Detail>,
  secrets: Readonly<Record<string, string>> = {},
): Issues {
  const fields = form.fields(state);
  const loaded = state.detail === undefined ? {} : form.draft(state.detail);
  const values = { ...state.draft, ...secrets };
  const isKept = ({ name }: FormField, { code }: FieldIssue): boolean =>
    KEPT_AS_LOADED.includes(code) && values[name] === loaded[name];
  const alone = checkFields(fields, values, isKept);
  const together = form.check?.(state, secrets) ?? {};
  const found = Object.keys(together).filter((name) => together[name] !== undefined);
  const names = [...new Set([...Object.keys(alone), ...found])];
  return Object.fromEntries(
    names.map((name) => [name, [...(alone[name] ?? []), ...(together[name] ?? [])]]),
  );
}
