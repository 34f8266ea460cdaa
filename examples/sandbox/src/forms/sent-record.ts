import {
  checkForm,
  type Draft,
  decodeRow,
  type FormDefinition,
  type FormField,
  type FormState,
  type Issues,
  MESSAGES,
  type ResourceDefinition,
  withKeys,
} from '@forecourt/core';
import { type FieldError, Problem, type Unread } from '../http/problem.ts';
import { choicesOf } from '../reference/choices.ts';

/** Returns the 422 of a record, with what is wrong in each field. */
export const unacceptable = (errors: readonly FieldError[], unread?: Unread): Problem => {
  const [first] = errors;
  const detail =
    first && errors.length === 1
      ? first.detail
      : `${errors.length} fields are not acceptable as they are.`;
  return new Problem(422, detail, { errors, ...(unread && { unread }) });
};

export const refuseField = (pointer: string, detail: string, unread?: Unread): Problem =>
  unacceptable([{ pointer, detail }], unread);

/** Decodes a record of the wire. Throws a 422 that names each field that can't be read. */
export function decodeSent<Row>(schema: ResourceDefinition<Row>['schema'], body: object): Row {
  const errors: FieldError[] = [];
  const row = decodeRow(schema, body, (path, message) => {
    errors.push({
      pointer: `/${path.replaceAll('.', '/')}`,
      detail: `It can't be read: ${message}.`,
    });
  });
  if (errors.length > 0) throw unacceptable(errors);
  return row;
}

/** Returns the form of a resource. Throws if it has none. */
export function formOf<Row, Detail>(
  resource: ResourceDefinition<Row, Detail>,
): FormDefinition<Detail> {
  if (resource.form) return resource.form;
  throw new Error(`${resource.name} has no form.`);
}

/** The text of a field of a draft or a body, without blanks around it. */
export const textIn = (sent: Readonly<Record<string, unknown>>, name: string): string =>
  String(sent[name] ?? '').trim();

function choiceIssue<Detail>(
  field: FormField,
  { choices: listed, draft }: FormState<Detail>,
  loaded: Draft,
): Issues {
  const { label, locked, name, options } = field;
  const chosen = textIn(draft, name);
  if (locked !== undefined || chosen === '') return {};
  if (options === undefined || !('reference' in options)) return {};
  // A loaded city remains valid, but only with the province that it was loaded with (WIRE-05).
  if ([name, ...(options.by ?? [])].every((one) => textIn(draft, one) === textIn(loaded, one)))
    return {};
  const by = (options.by ?? []).map((other) => textIn(draft, other));
  const own = options.optional ? listed?.(options.reference).map(({ key }) => key) : undefined;
  const choices = own ?? choicesOf(options.reference, by);
  if (choices === undefined || choices.includes(chosen)) return {};
  if (options.optional && choices.length === 0) return {};
  return { [name]: [{ code: 'not_a_choice', message: MESSAGES.field.choice(label) }] };
}

/** Limits of the storage: whole numbers of nine digits, decimals of ten before the point. */
function sizeIssue({ input, label, locked, name }: FormField, draft: Draft): Issues {
  if (locked !== undefined || (input !== 'integer' && input !== 'decimal')) return {};
  const [limit, most] = input === 'integer' ? [1e9, '999,999,999'] : [1e10, '9,999,999,999.99'];
  if (!(Math.abs(Number(textIn(draft, name))) >= limit)) return {};
  return { [name]: [{ code: 'too_large', message: `${label} must be ${most} or less` }] };
}

/**
 * Returns what is wrong with a draft: by core's form, a value that isn't a choice (unless it was loaded), a number
 * too large to store. Empty if it can be stored.
 */
export function issuesOf<Detail>(
  form: FormDefinition<Detail>,
  state: FormState<Detail>,
  secrets: Readonly<Record<string, string>> = {},
): Issues {
  const loaded = form.draft(state.detail);
  const found = form.fields(state).map((field) => ({
    ...choiceIssue(field, state, loaded),
    ...sizeIssue(field, state.draft),
  }));
  return Object.assign({}, ...found, checkForm(form, state, secrets));
}

/** Throws a 422 for issues. `pointerOf` maps a form's field to the body. */
export function refuseIssues(
  issues: Issues,
  pointerOf: (name: string) => string = (name) => `/${name}`,
): void {
  const errors = Object.entries(issues).flatMap(([name, found]) =>
    found.map(({ message }) => ({ pointer: pointerOf(name), detail: message })),
  );
  if (errors.length > 0) throw unacceptable(errors);
}

/** Returns the draft with the sent fields. */
export const overlay = (draft: Draft, sent: Draft, names: readonly string[]): Draft => ({
  ...draft,
  ...Object.fromEntries(
    names.flatMap((name) => {
      const value = sent[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  ),
});

/** Returns the body that core's form sends: only editable fields, with choices, numbers and days in wire format. */
export function bodyOf<Detail>(
  form: FormDefinition<Detail>,
  state: FormState<Detail>,
): Record<string, unknown> {
  const call = state.mode === 'create' ? form.create : form.update;
  const kept = withKeys(form, state, ({ by = [], reference }, draft) =>
    choicesOf(
      reference,
      by.map((other) => textIn(draft, other)),
    ),
  );
  return { ...(call?.body(kept, {}) as Record<string, unknown> | undefined) };
}
