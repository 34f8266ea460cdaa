import { readingOf } from '../resource/field-reading.ts';
import type { Draft, FormField, Issues } from '../resource/form.types.ts';
import { withLoaded } from '../resource/form-values.ts';
import { choiceLock, choicesOf, type ReferenceLists } from './reference-lists.ts';
import type { FieldIssue, Need } from './view.ts';

/** The part of a form's state that its needs depend on. */
export interface FormContext {
  readonly draft: Draft;
  /** Fields the user has visited, and whether to show all issues. */
  readonly touched: readonly string[];
  readonly shown: boolean;
  /** All issues of the draft, shown or not, and those that the service reported. */
  readonly issues: Issues;
  readonly refused: Issues;
  readonly lists: ReferenceLists;
  /** Names of the secrets that have been given. */
  readonly secretsProvided?: readonly string[];
}

/** Returns whether an issue only means waiting, so that the user can't fix it. */
const isWaiting = ({ code }: FieldIssue): boolean => code === 'choices_loading';

const shownIssues = (
  name: string,
  { issues, refused, shown, touched }: FormContext,
): readonly FieldIssue[] => {
  const own: Issues[string] = shown || touched.includes(name) ? (issues[name] ?? []) : [];
  return [...own.filter((issue) => !isWaiting(issue)), ...(refused[name] ?? [])];
};

/** Converts a form's field to a need. Its issues show once the user has visited it (FORM-06). */
export function needOf(field: FormField, fields: readonly FormField[], context: FormContext): Need {
  const { draft, lists } = context;
  const { group, groupTitle, label, lead, name, offer, section, unit } = field;
  const waits = field.locked === undefined ? choiceLock(field, fields, draft, lists) : undefined;
  const locked = field.locked ?? waits;
  const base = {
    name,
    label,
    section,
    required: field.required === true && field.locked === undefined,
    answered: (context.issues[name] ?? []).length === 0,
    issues: shownIssues(name, context),
    ...(group === undefined ? {} : { group }),
    ...(groupTitle === undefined ? {} : { groupTitle }),
    ...(locked === undefined ? {} : { locked }),
    ...(unit && { unit }),
    ...(offer?.value && field.locked === undefined && { offer }),
    ...(lead && field.locked !== undefined && { lead }),
  };
  const value = draft[name];
  const text = typeof value === 'string' ? value : '';
  switch (field.input) {
    case 'choice': {
      const { failure, options, state } = choicesOf(field, draft, lists);
      const loading = state === 'loading';
      return {
        ...base,
        kind: 'choice',
        // A loaded value that the service no longer offers stays visible.
        options: state === 'ready' ? withLoaded(options, text) : options,
        ...(waits !== undefined && { waits }),
        unchosen: field.unchosen,
        ...(loading && { loading }),
        ...(failure && { failure }),
        value: text,
      };
    }
    case 'flag':
      return { ...base, kind: 'flag', value: value === true };
    case 'days': {
      const { options } = choicesOf(field, draft, lists);
      return { ...base, kind: 'flags', options, value: typeof value === 'object' ? value : {} };
    }
    default: {
      const { autocomplete, input, record, secret = false } = field;
      return {
        ...base,
        kind: 'field',
        input,
        secret,
        ...(autocomplete && { autocomplete }),
        ...(record && locked === undefined && { record }),
        ...(secret && context.secretsProvided?.includes(name) && { provided: true }),
        ...(!secret && { value: text }),
        ...(!secret && locked !== undefined && { reads: readingOf(field, text) }),
      };
    }
  }
}
