import { CONFLICT_MESSAGES } from '../../messages/form-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import { ALLOWED, type Decision, refused } from '../../permissions/index.ts';
import type {
  Draft,
  DraftValue,
  Flags,
  FormDefinition,
  FormField,
  FormState,
  FormStep,
  Issues,
  Place,
} from '../../resource/form.types.ts';
import { checkForm } from '../../resource/form-rules.ts';
import { sameValue } from '../../resource/form-values.ts';
import type { AnyResource } from '../../resource/resource.types.ts';
import { isConflict, isGone, sendFailure } from '../failure.ts';
import { asOffered, checkChoices } from '../reference-lists.ts';
import type { Failure } from '../view.ts';
import { type RecordContext, type Secrets, UNTOUCHED } from './record.context.ts';

// biome-ignore lint/suspicious/noExplicitAny: only the definition knows the record's type
type AnyForm = FormDefinition<any>;

/**
 * Returns the definition's form and its current state; undefined if it has none, or nothing is loaded yet. What was typed
 * for a record that is gone stays readable without it.
 */
export function openForm(
  { form }: AnyResource,
  context: RecordContext,
): { readonly form: AnyForm; readonly state: FormState<unknown> } | undefined {
  const { mode, draft, lists, record } = context;
  if (form === undefined || mode === 'remove') return undefined;
  if (mode !== 'create' && record === undefined && !isDeleted(context)) return undefined;
  const choices = (reference: string) => lists[reference]?.options ?? [];
  return { form, state: { mode, draft, detail: record, choices } };
}

export function fieldsOf(definition: AnyResource, context: RecordContext): readonly FormField[] {
  const open = openForm(definition, context);
  const fields = open ? open.form.fields(open.state) : [];
  return fields.map((field) => asOffered(field, context.draft, context.lists));
}

/** Returns the wizard's steps; none for an unattended run, which takes all fields at once. */
export const stepsOf = (
  { form }: AnyResource,
  { input, mode }: RecordContext,
): readonly FormStep[] =>
  input.unattended || (mode !== 'create' && mode !== 'edit') ? [] : (form?.steps ?? []);

/** Returns the fields to show: all, or those of the wizard's current step. */
export function shownFields(definition: AnyResource, context: RecordContext): readonly FormField[] {
  const fields = fieldsOf(definition, context);
  const step = stepsOf(definition, context)[context.step];
  return step ? fields.filter(({ section }) => step.sections.includes(section)) : fields;
}

/** Returns the names of values that differ from the initial draft. */
const changedNames = ({ initial, draft }: Pick<RecordContext, 'initial' | 'draft'>): string[] =>
  [...new Set([...Object.keys(initial), ...Object.keys(draft)])].filter(
    (name) => !sameValue(draft[name], initial[name]),
  );

/** Returns whether leaving would lose anything. */
export const isDirty = (context: RecordContext): boolean =>
  context.secretsProvided.length > 0 || changedNames(context).length > 0;

/** Converts an answer to the type of its field's input. */
function typed(field: FormField, value: unknown): DraftValue {
  if (field.input === 'flag') return value === true || value === 'true';
  if (field.input !== 'days') return String(value ?? '');
  if (Array.isArray(value)) return Object.fromEntries(value.map((name) => [String(name), true]));
  return typeof value === 'object' && value !== null ? (value as Flags) : {};
}

/** Returns all issues of the draft: required fields, input formats, choices, the form's own rules. */
export function checked(
  definition: AnyResource,
  context: RecordContext,
  secrets: Secrets,
): Pick<RecordContext, 'issues'> {
  const open = openForm(definition, context);
  if (open === undefined) return { issues: {} };
  const { initial, draft, lists } = context;
  const found = checkChoices(fieldsOf(definition, context), draft, initial, lists);
  return { issues: { ...found, ...checkForm(open.form, open.state, secrets) } };
}

/** Creates the initial draft from the loaded record and the provided values (FORM-05). */
export function initialDraft({ form }: AnyResource, { input, mode, record }: RecordContext) {
  const begins = mode === 'create' ? form?.starts : undefined;
  const initial = { ...form?.draft(record, input.provided), ...begins };
  return { ...UNTOUCHED, initial, draft: initial };
}

/** Returns whether the field can be changed now. */
export const isOpen = (definition: AnyResource, context: RecordContext, name: string): boolean =>
  fieldsOf(definition, context).some((field) => field.name === name && field.locked === undefined);

export const isSecret = (definition: AnyResource, context: RecordContext, name: string): boolean =>
  fieldsOf(definition, context).some((field) => field.name === name && field.secret === true);

/** Returns whether somebody else deleted the record meanwhile: what is typed then stays, and can't be saved. */
export const isDeleted = ({ failure }: RecordContext): boolean => failure?.code === 'gone';

/** Returns the context after an answer; its issues are not updated yet. */
export function answered(
  definition: AnyResource,
  context: RecordContext,
  { name, value }: { readonly name: string; readonly value: unknown },
): Partial<RecordContext> {
  const field = fieldsOf(definition, context).find((candidate) => candidate.name === name);
  if (field === undefined) return {};
  const { [name]: _, ...refusedStill } = context.refused;
  const change = {
    touched: [...new Set([...context.touched, name])],
    refused: refusedStill,
    key: undefined,
    failure: isDeleted(context) ? context.failure : undefined,
    notice: undefined,
  };
  if (field.secret) {
    const others = context.secretsProvided.filter((provided) => provided !== name);
    return { ...change, secretsProvided: value ? [...others, name] : others };
  }
  const before = context.draft;
  const draft: Draft = { ...before, [name]: typed(field, value) };
  return {
    ...change,
    draft: definition.form?.changed?.(draft, name, before, context.record) ?? draft,
  };
}

/** Returns the draft with the address of the chosen place (COMP-05). */
export function placed(
  { form }: AnyResource,
  context: RecordContext,
  { name, place }: { readonly name: string; readonly place: Place },
): Partial<RecordContext> {
  const draft = form?.applyPlace?.(context.draft, name, place) ?? context.draft;
  return { draft, key: undefined, failure: undefined };
}

const firstIssue = (issues: Issues, names: readonly string[]) =>
  names.flatMap((name) => issues[name] ?? [])[0];

const saveVerb = ({ mode }: RecordContext): 'create' | 'edit' =>
  mode === 'create' ? 'create' : 'edit';

/** Code of an issue at a value that was typed before others changed what it is about (WIRE-05). */
export const STALE_TYPED = 'typed_before';

/**
 * Returns the issue at a value that was typed for another state of the record and may not be saved as it is, until it is
 * typed again. An answer that the form asks for again may be.
 */
function heldBack(definition: AnyResource, context: RecordContext) {
  const asked = new Set(
    fieldsOf(definition, context)
      .filter(({ requiredText }) => requiredText !== undefined)
      .map(({ name }) => name),
  );
  return Object.entries(context.refused)
    .flatMap(([name, issues]) => (asked.has(name) ? [] : issues))
    .find(({ code }) => code === STALE_TYPED);
}

/**
 * Returns whether the draft may be submitted. Before the first attempt it may, because that shows what is
 * wrong.
 */
export function maySubmit(
  definition: AnyResource,
  context: RecordContext,
  may: (verb: string, context: RecordContext) => Decision,
): Decision {
  const permission = may(saveVerb(context), context);
  if (!permission.allowed) return permission;
  if (context.failure && isDeleted(context)) return refused('gone', context.failure.message);
  if (context.step + 1 < stepsOf(definition, context).length) {
    return refused('more_steps', 'There is another step before this can be sent.');
  }
  if (definition.form?.onlyIfChanged && !isDirty(context)) {
    return refused('unchanged', 'Nothing was changed.');
  }
  const held = heldBack(definition, context);
  if (held) return refused(held.code, held.message);
  const wrong = context.shown ? firstIssue(context.issues, Object.keys(context.issues)) : undefined;
  return wrong ? refused(wrong.code, wrong.message) : ALLOWED;
}

/** Returns whether the wizard may continue; requires the current step to be valid (USER-03). */
export function mayContinue(definition: AnyResource, context: RecordContext): Decision {
  const last = stepsOf(definition, context).length - 1;
  if (context.step >= last) return refused('last_step', 'This is the last step.');
  const names = shownFields(definition, context).map(({ name }) => name);
  const wrong = firstIssue(context.issues, names) ?? firstIssue(context.refused, names);
  return wrong ? refused(wrong.code, wrong.message) : ALLOWED;
}

/** Returns the first step with an issue, or the current one if there is none. */
function stepToMend(definition: AnyResource, context: RecordContext, wrong: Issues): number {
  const sections = fieldsOf(definition, context)
    .filter(({ name }) => (wrong[name] ?? []).length > 0)
    .map(({ section }) => section);
  const step = stepsOf(definition, context).findIndex((candidate) =>
    candidate.sections.some((section) => sections.includes(section)),
  );
  return step === -1 ? context.step : step;
}

/** Shows all issues, and the wizard's step with the first one. */
export const showWrong = (
  definition: AnyResource,
  context: RecordContext,
): Partial<RecordContext> => ({
  shown: true,
  step: stepToMend(definition, context, context.issues),
});

const pathOf = (pointer: string): string =>
  pointer
    .replace(/^\//, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

/**
 * Assigns the service's field errors to the form's fields; those of other fields remain in the failure
 * only.
 */
function refusedFields(
  definition: AnyResource,
  context: RecordContext,
  { fields }: Failure,
): Issues {
  const open = openForm(definition, context);
  if (open === undefined || fields === undefined) return {};
  const known = new Set(fieldsOf(definition, context).map(({ name }) => name));
  const refusedNow: Record<string, Issues[string]> = {};
  for (const [path, issues] of Object.entries(fields)) {
    const name = open.form.fieldAt?.(`/${path}`, open.state) ?? pathOf(path);
    if (known.has(name)) refusedNow[name] = [...(refusedNow[name] ?? []), ...issues];
  }
  return refusedNow;
}

/**
 * Returns the context after a refused or lost save: keeps the draft and shows issues at their fields
 * (FORM-06).
 */
export function refusedBy(
  definition: AnyResource,
  context: RecordContext,
  failure: Failure,
): Partial<RecordContext> {
  const refusedNow = refusedFields(definition, context, failure);
  return {
    failure: { ...failure, ...(failure.fields && { fields: refusedNow }) },
    refused: refusedNow,
    step: stepToMend(definition, context, refusedNow),
    // Known to have had no effect, so the next attempt gets a new key; a key in doubt is kept.
    ...(failure.outcome === 'none' && { key: undefined }),
  };
}

/**
 * Applies the refused draft on top of the opener's current values: keeps what was typed, and describes at a
 * field how the other values have changed (PAY-02).
 */
export function withProvided(
  definition: AnyResource,
  context: RecordContext,
  provided: Draft,
  secrets: Secrets,
): Partial<RecordContext> {
  const opener = definition.form?.opener;
  const message = opener?.changed(context.draft, provided);
  const { draft, initial, failure } = context;
  const now = {
    ...context,
    draft: { ...draft, ...provided },
    initial: { ...initial, ...provided },
  };
  const { issues } = checked(definition, now, secrets);
  const known = new Set(Object.values(issues).flatMap((own) => own.map((one) => one.message)));
  const refused = Object.fromEntries(
    Object.entries(context.refused).map(([name, found]) => [
      name,
      found.filter((issue) => !known.has(issue.message)),
    ]),
  );
  const withChangedIssue = (at: Issues): Issues =>
    opener === undefined || message === undefined
      ? at
      : { ...at, [opener.field]: [...(at[opener.field] ?? []), { code: 'changed', message }] };
  return {
    ...{ draft: now.draft, initial: now.initial, issues },
    refused: withChangedIssue(refused),

    failure: failure && { ...failure, fields: withChangedIssue(failure.fields ?? {}) },
  };
}

/** Returns the message of a failed save or deletion (FORM-08). */
export function formFailureText({ form }: AnyResource, { doing, mode }: RecordContext): string {
  const text = mode === 'create' ? form?.texts.createFailed : form?.texts.updateFailed;
  return (doing === 'save' ? text : undefined) ?? MESSAGES.operationError;
}

/** Returns the failure of a save or deletion; names it if somebody else changed or deleted the record. */
export function failureOf(
  definition: AnyResource,
  context: RecordContext,
  error: unknown,
  failureText: (context: RecordContext, error: unknown) => string,
): Failure {
  const failure = sendFailure(error, failureText(context, error));
  const { changed, gone, goneDetail: detail, removeChanged } = CONFLICT_MESSAGES;
  const [noun] = definition.noun;
  if (isConflict(error)) {
    const text = context.doing === 'save' ? changed : removeChanged;
    return { ...failure, message: text(noun) };
  }
  if (!isGone(error)) return failure;
  if (context.doing === 'remove') return { ...failure, message: gone(noun) };
  if (context.doing !== 'save' || context.mode !== 'edit') return failure;
  return { ...failure, code: 'gone', message: gone(noun), detail };
}

/** Returns the context of a resumed form whose record was deleted meanwhile. */
export function goneBy(
  definition: AnyResource,
  context: RecordContext,
  error: unknown,
): Partial<RecordContext> {
  const doing = 'save';
  return { doing, failure: failureOf(definition, { ...context, doing }, error, () => '') };
}
