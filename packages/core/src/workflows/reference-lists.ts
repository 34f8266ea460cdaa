import { MESSAGES } from '../messages/messages.ts';
import { isAsLoaded } from '../resource/dependent-choices.ts';
import type { Draft, FormField, Issues, OptionSource } from '../resource/form.types.ts';
import type { Option } from '../resource/resource.types.ts';
import type { Failure } from './view.ts';

/** A loaded list of choices, by reference and parameters. */
export interface ReferenceList {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly options: readonly Option[];
  /** Why it could not be loaded. */
  readonly failure?: Failure;
}

export type ReferenceLists = Readonly<Record<string, ReferenceList>>;

/** A list to load; `key` identifies it together with the values it depends on. */
export interface WantedList {
  readonly key: string;
  readonly reference: OptionSource['reference'];
  readonly params: readonly string[];
}

const sourceOf = ({ options }: FormField): OptionSource | undefined =>
  options !== undefined && 'reference' in options ? options : undefined;

/** Returns the list a field currently draws from, or undefined if a value it depends on is missing. */
function wantedList(field: FormField, draft: Draft): WantedList | undefined {
  const source = sourceOf(field);
  if (source === undefined) return undefined;
  const params = (source.by ?? []).map((name) => String(draft[name] ?? ''));
  if (params.includes('')) return undefined;
  return { key: [source.reference, ...params].join('/'), reference: source.reference, params };
}

/**
 * Returns the lists that the fields need and that haven't been requested; with `again`, failed ones as
 * well.
 */
export function missingLists(
  fields: readonly FormField[],
  draft: Draft,
  lists: ReferenceLists,
  again = false,
): readonly WantedList[] {
  const wanted = new Map<string, WantedList>();
  for (const field of fields) {
    const list = wantedList(field, draft);
    const state = list && lists[list.key]?.state;
    if (list && (state === undefined || (again && state === 'failed'))) wanted.set(list.key, list);
  }
  return [...wanted.values()];
}

/** Returns the lists that the fields need and that are being loaded. */
export function awaitedLists(
  fields: readonly FormField[],
  draft: Draft,
  lists: ReferenceLists,
): readonly WantedList[] {
  return fields.flatMap((field) => {
    const list = wantedList(field, draft);
    return list && lists[list.key]?.state === 'loading' ? [list] : [];
  });
}

const NONE: ReferenceList = { state: 'ready', options: [] };
const LOADING: ReferenceList = { state: 'loading', options: [] };

/** Returns what a choice currently offers. */
export function choicesOf(field: FormField, draft: Draft, lists: ReferenceLists): ReferenceList {
  if (Array.isArray(field.options)) return { state: 'ready', options: field.options };
  const list = wantedList(field, draft);
  return list ? (lists[list.key] ?? LOADING) : NONE;
}

/**
 * Returns the field as one of free text if its list is optional and the service has none: an empty one, or a failure
 * that trying again won't mend.
 */
export function asOffered(field: FormField, draft: Draft, lists: ReferenceLists): FormField {
  const list = sourceOf(field)?.optional && wantedList(field, draft);
  const { failure, options = [], state } = (list && lists[list.key]) || {};
  const hasNone =
    state === 'failed' ? failure?.retryable !== true : state === 'ready' && options.length === 0;
  if (!hasNone) return field;
  const { options: _, ...free } = field;
  return { ...free, input: 'text' };
}

/**
 * Returns the values that a new record begins with and that the service doesn't offer, as empty ones; they would be
 * refused. `key` names the list that was received.
 */
export function unofferedStarts(
  fields: readonly FormField[],
  starts: Draft,
  draft: Draft,
  { key, options }: { readonly key: string; readonly options: readonly Option[] },
): Draft {
  if (options.length === 0) return {};
  const unoffered = fields.filter((field) => {
    const value = starts[field.name] ?? '';
    if (value === '' || draft[field.name] !== value) return false;
    return wantedList(field, draft)?.key === key && !options.some((one) => one.key === value);
  });
  return Object.fromEntries(unoffered.map(({ name }) => [name, '']));
}

/**
 * Returns why a choice can't be made yet: its list, or a value the list depends on, is missing (USER-05).
 */
export function choiceLock(
  field: FormField,
  fields: readonly FormField[],
  draft: Draft,
  lists: ReferenceLists,
): string | undefined {
  const missing = sourceOf(field)?.by?.find((name) => (draft[name] ?? '') === '');
  if (missing !== undefined) {
    const label = fields.find(({ name }) => name === missing)?.label ?? missing;
    return `Choose ${label} first.`;
  }
  const { state } = choicesOf(field, draft, lists);
  if (state === 'loading') return 'Its choices are on their way.';
  return state === 'failed' ? 'Its choices could not be loaded. Try again.' : undefined;
}

/**
 * Returns issues for values that aren't among the loaded choices, or can't be compared with them yet. A
 * loaded value is always valid.
 */
export function checkChoices(
  fields: readonly FormField[],
  draft: Draft,
  initial: Draft,
  lists: ReferenceLists,
): Issues {
  const issues: Record<string, Issues[string]> = {};
  for (const field of fields) {
    const { name, label } = field;
    const value = draft[name] ?? '';
    if (field.locked !== undefined || sourceOf(field) === undefined) continue;
    if (value === '' || isAsLoaded(field, draft, initial)) continue;
    const { state, options } = choicesOf(field, draft, lists);
    if (state !== 'ready') {
      const message = `The choices of ${label} are not there yet.`;
      issues[name] = [{ code: `choices_${state}`, message }];
    } else if (!options.some(({ key }) => key === value)) {
      issues[name] = [{ code: 'not_a_choice', message: MESSAGES.field.choice(label) }];
    }
  }
  return issues;
}
