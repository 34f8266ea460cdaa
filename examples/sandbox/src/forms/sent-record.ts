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
} from '@forecourt/core';
import { type FieldError, Problem } from '../http/problem.ts';
import { choicesOf } from '../reference/choices.ts';

/** A record that is not accepted, with what is wrong at each of its fields. */
export const unacceptable = (errors: readonly FieldError[]): Problem => {
  const [first] = errors;
  const detail =
    first && errors.length === 1
      ? first.detail
      : `${errors.length} fields are not acceptable as they are.`;
  return new Problem(422, detail, { errors });
};

export const refuseField = (pointer: string, detail: string): Problem =>
  unacceptable([{ pointer, detail }]);

/** A record of the wire in the domain. Throws a 422 that names each field that can't be read. */
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

/** The form of a resource that has one. */
export function formOf<Row, Detail>(
  resource: ResourceDefinition<Row, Detail>,
): FormDefinition<Detail> {
  if (resource.form) return resource.form;
  throw new Error(`${resource.name} has no form.`);
}

const text = (draft: Draft, name: string): string => String(draft[name] ?? '').trim();

function choiceIssue(field: FormField, draft: Draft, loaded: Draft): Issues {
  const { label, locked, name, options } = field;
  const chosen = text(draft, name);
  if (locked !== undefined || chosen === '') return {};
  if (options === undefined || !('reference' in options)) return {};
  // A city that was loaded stays one, under the province that it was loaded with alone (WIRE-05).
  if ([name, ...(options.by ?? [])].every((one) => text(draft, one) === text(loaded, one)))
    return {};
  const by = (options.by ?? []).map((other) => text(draft, other));
  const choices = choicesOf(options.reference, by);
  if (choices === undefined || choices.includes(chosen)) return {};
  return { [name]: [{ code: 'not_a_choice', message: MESSAGES.field.choice(label) }] };
}

/** The storage's own limits: whole numbers of nine digits, decimals of ten before the point. */
function sizeIssue({ input, label, locked, name }: FormField, draft: Draft): Issues {
  if (locked !== undefined || (input !== 'integer' && input !== 'decimal')) return {};
  const limit = input === 'integer' ? 1e9 : 1e10;
  if (!(Math.abs(Number(text(draft, name))) >= limit)) return {};
  return { [name]: [{ code: 'too_large', message: `${label} is too large` }] };
}

/**
 * What speaks against a draft: core's form, a choice that is none (what was loaded stays one), a number
 * too large to be stored. Empty: it may be stored.
 */
export function issuesOf<Detail>(
  form: FormDefinition<Detail>,
  state: FormState<Detail>,
  secrets: Readonly<Record<string, string>> = {},
): Issues {
  const loaded = form.draft(state.detail);
  const found = form.fields(state).map((field) => ({
    ...choiceIssue(field, state.draft, loaded),
    ...sizeIssue(field, state.draft),
  }));
  return Object.assign({}, ...found, checkForm(form, state, secrets));
}

/** Throws what is wrong as a 422. `pointerOf` says where a form's field stands in what was sent. */
export function refuseIssues(
  issues: Issues,
  pointerOf: (name: string) => string = (name) => `/${name}`,
): void {
  const errors = Object.entries(issues).flatMap(([name, found]) =>
    found.map(({ message }) => ({ pointer: pointerOf(name), detail: message })),
  );
  if (errors.length > 0) throw unacceptable(errors);
}

/** The draft, with the sent fields in place of its own. */
export const overlay = (draft: Draft, sent: Draft, names: readonly string[]): Draft => ({
  ...draft,
  ...Object.fromEntries(
    names.flatMap((name) => {
      const value = sent[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  ),
});

/** What core's form sends for that state: only what may be given, numbers and days in the wire's writing. */
export function bodyOf<Detail>(
  form: FormDefinition<Detail>,
  state: FormState<Detail>,
): Record<string, unknown> {
  const call = state.mode === 'create' ? form.create : form.update;
  return { ...(call?.body(state, {}) as Record<string, unknown> | undefined) };
}
