import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { etagOf } from '../../http/bodies.ts';
import { CONFLICT_MESSAGES } from '../../messages/form-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import { ALLOWED, type Decision } from '../../permissions/index.ts';
import type { Draft } from '../../resource/form.types.ts';
import type { AnyResource, Option } from '../../resource/resource.types.ts';
import { currentOf, isConflict, isGone, toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import {
  awaitedLists,
  missingLists,
  unofferedStarts,
  type WantedList,
} from '../reference-lists.ts';
import { isInDoubt } from '../sending.ts';
import type { Failure } from '../view.ts';
import {
  allPicked,
  collisions,
  conflictNeeds,
  isStale,
  type KeptStale,
  keepable,
  MAX_MERGES,
  mergedFrom,
  picked,
  rebased,
  settledIn,
  theirsTaken,
} from './record.conflict.ts';
import { type RecordContext, UNTOUCHED } from './record.context.ts';
import {
  answered,
  checked,
  failureOf,
  fieldsOf,
  formFailureText,
  goneBy,
  initialDraft,
  isDeleted,
  isDirty,
  isOpen,
  mayContinue,
  maySubmit,
  placed,
  refusedBy,
  showWrong,
  withProvided,
} from './record.form.ts';
import { callOf, questionIn } from './record.send.ts';
import type { RecordEvent, RecordInput, Side } from './record.types.ts';

/** Events of the machine's own actors: loaded lists. */
type InnerEvent =
  | { readonly type: 'list.received'; readonly key: string; readonly options: readonly Option[] }
  | { readonly type: 'list.failed'; readonly key: string; readonly failure: Failure };

/** See `Thrown`. */
type Loaded = { readonly record: unknown };
/**
 * A call's error, and the opener's current values if they were loaded after it. An alias, so that the package's
 * declaration files can name it.
 */
export type Thrown = { readonly error: unknown; readonly provided?: Draft };

/** Requests lists; answered with 'list.received' and 'list.failed'. */
export type ListsWanted = { readonly type: 'wanted'; readonly lists: readonly WantedList[] };

/** What a record's machine is built from. */
export interface RecordKit {
  readonly definition: AnyResource;
  /** Returns whether this account may 'create', 'edit' or 'delete' the record. */
  readonly may: (verb: string, context: RecordContext) => Decision;
  /** Message of a failed call; defaults to the form's text, or the general one. */
  readonly failureText?: (context: RecordContext, error: unknown) => string;
  /** Overrides the input's mode; an action is always 'create'. */
  readonly mode?: 'create';
  /** Whether the definition determines the call; false if the workflow does. */
  readonly sendsCalls?: boolean;
  /** Whether the failure is the end of it: somebody else did the same first. */
  readonly over?: (context: RecordContext) => boolean;
  /** Sends at once, without collecting anything. */
  readonly immediate?: boolean;
  readonly nonce: () => string;
  /** Values of this run's secret fields by name; mutated in place. */
  readonly secrets: (system: object) => Record<string, string>;
}

export const allowAll = (definition: AnyResource): RecordKit => ({
  definition,
  may: () => ALLOWED,
  nonce: () => 'key',
  secrets: () => ({}),
});

/** Context, actors and delays; each function below adds its guards or actions. */
const base = setup({
  types: {
    context: {} as RecordContext,
    events: {} as RecordEvent | InnerEvent,
    input: {} as RecordInput,
    children: {} as { lists: 'lists' },
  },
  actors: {
    lists: fromCallback<ListsWanted>(() => {}),
    fetchRecord: fromPromise<unknown, { id: string }>(placeholder),
    send: fromPromise<unknown, RecordContext>(placeholder),
    resolve: fromPromise<unknown, RecordContext>(placeholder),
  },
  delays: { redirect: 3000, resetFlags: 4000 },
});

type Context = { readonly context: RecordContext };
type Event = Context & { readonly event: RecordEvent | InnerEvent };

/** What the record and the run are. */
const stateGuards = ({ immediate, may, over }: RecordKit) => ({
  over: ({ context }: Context) => over?.(context) === true,
  immediate: ({ context }: Context) => immediate === true && may('create', context).allowed,
  creating: ({ context }: Context) => context.mode === 'create',
  viewing: ({ context }: Context) => context.mode === 'view',
  removingOnly: ({ context }: Context) => context.mode === 'remove',
  loaded: ({ context }: Context) => context.mode === 'edit',
  resumed: ({ context }: Context) => context.resumed,
  loading: ({ context }: Context) => context.doing === 'load',
  saving: ({ context }: Context) => context.doing === 'save',
  gone: ({ context }: Context) => isDeleted(context),
  askable: ({ context }: Context) => context.failure?.outcome === 'unknown' && !context.secretsLost,
  outcomeUnknown: ({ context }: Context) => context.failure?.outcome === 'unknown',
  conflicted: ({ context }: Context) => context.conflict !== undefined,
  dirty: ({ context }: Context) => isDirty(context),
  clean: ({ context }: Context) => Object.keys(context.issues).length === 0,
  laterStep: ({ context }: Context) => context.step > 0,
  listsFailed: ({ context }: Context) =>
    Object.values(context.lists).some(({ state }) => state === 'failed'),
});

/** What the user may do now. */
const rightGuards = ({ definition, may }: RecordKit) => ({
  editable: ({ context }: Context) =>
    definition.form?.update !== undefined && may('edit', context).allowed,
  removable: ({ context }: Context) =>
    context.input.id !== undefined &&
    definition.remove !== undefined &&
    may('delete', context).allowed,
  mayEdit: ({ context }: Context) => may('edit', context).allowed,
  mayRemove: ({ context }: Context) => may('delete', context).allowed,
  answerable: ({ context, event }: Event) =>
    (event.type === 'field.changed' || event.type === 'place.chosen') &&
    isOpen(definition, context, event.name),
  submittable: ({ context }: Context) => maySubmit(definition, context, may).allowed,
  mayContinue: ({ context }: Context) => mayContinue(definition, context).allowed,
});

/** Whether the changes of both sides can be merged. */
const conflictGuards = ({ definition, may }: RecordKit) => ({
  collides: ({ context }: Context, { record }: Loaded) =>
    context.resumed &&
    collisions(definition, { ...context, ...rebased(definition, context, record) }).length > 0,
  /** Mine may be kept, and there is something to save. */
  keepable: ({ context }: Context) => keepable(definition, context, may).allowed,
  /** Something of mine can't be kept as it was typed, even where I choose mine. */
  stale: ({ context }: Context) =>
    isStale(definition, { ...context, ...allPicked(definition, context, 'mine') }),
  savesChoices: ({ context }: Context) => isDirty(context) && may('edit', context).allowed,
  mergesAlone: ({ context }: Context) =>
    context.merges < MAX_MERGES && collisions(definition, context).length === 0,
  pickable: ({ context, event }: Event) =>
    event.type === 'field.changed' &&
    (event.value === 'mine' || event.value === 'theirs') &&
    conflictNeeds(definition, context).some(({ name }) => name === event.name),
});

/** How a call ended, and where the run continues then. */
const outcomeGuards = ({ definition }: RecordKit) => ({
  /** Saving failed on a newer version that the service returned. */
  versionConflict: ({ context }: Context, { error }: Thrown) =>
    context.mode === 'edit' &&
    context.doing === 'save' &&
    isConflict(error) &&
    currentOf(error) !== undefined,
  removeConflict: ({ context }: Context, { error }: Thrown) =>
    context.doing === 'remove' &&
    context.input.unattended !== true &&
    isConflict(error) &&
    etagOf(currentOf(error)) !== undefined,
  asks: (_: Context, { error }: Thrown) => questionIn(error) !== undefined,
  inDoubt: (_: Context, { error }: Thrown) => isInDoubt(error),
  /** A form that was opened from the view returns to it. */
  inPlace: ({ context }: Context) => (context.input.mode ?? 'view') === 'view',
  atOnce: ({ context }: Context) =>
    context.input.unattended === true || definition.form?.after === 'close',
});

const withGuards = (kit: RecordKit) =>
  base.extend({
    guards: {
      ...stateGuards(kit),
      ...rightGuards(kit),
      ...conflictGuards(kit),
      ...outcomeGuards(kit),
    },
  });

/** Loading the record, and answering the form's fields. */
const withForm = (kit: RecordKit) => {
  const { definition, secrets } = kit;
  return withGuards(kit).extend({
    actions: {
      keepLoaded: assign((_, { record }: Loaded) => ({ record, etag: etagOf(record) })),
      failLoading: assign(({ context }, { error }: Thrown) => {
        // As if it were being saved: what was typed before the run was resumed can't be any more.
        if (context.resumed && isGone(error)) return goneBy(definition, context, error);
        return { failure: toFailure(error, definition.form?.texts.loadFailed) };
      }),
      begin: assign(({ context }) => initialDraft(definition, context)),
      /** Keeps a secret outside the event, so that it never enters a snapshot. */
      keepSecret: (_, _params: { readonly name: string; readonly value: unknown }) => {},
      forgetSecrets: () => {},
      answer: assign(({ context, event }) =>
        event.type === 'field.changed' ? answered(definition, context, event) : {},
      ),
      applyPlace: assign(({ context, event }) =>
        event.type === 'place.chosen' ? placed(definition, context, event) : {},
      ),
      touch: assign(({ context }, name: string) => ({
        touched: [...new Set([...context.touched, name])],
      })),
      check: assign(({ context, system }) => checked(definition, context, secrets(system))),
      showWrong: assign(({ context }) => showWrong(definition, context)),
      reset: assign(({ context }) => ({ ...UNTOUCHED, draft: context.initial })),
    },
  });
};

/** Loading the options of the form's choices. */
const withLists = (kit: RecordKit) => {
  const { definition } = kit;
  return withForm(kit).extend({
    actions: {
      askLists: assign(({ context }, again: boolean) => {
        const fields = fieldsOf(definition, context);
        const lists = missingLists(fields, context.draft, context.lists, again);
        const asked = lists.map(({ key }) => [key, { state: 'loading', options: [] }] as const);
        return { lists: { ...context.lists, ...Object.fromEntries(asked) } };
      }),
      /** Requests the missing lists; those already loading are not requested again. */
      requestLists: sendTo('lists', ({ context }): ListsWanted => {
        const fields = fieldsOf(definition, context);
        return { type: 'wanted', lists: awaitedLists(fields, context.draft, context.lists) };
      }),
      keepList: assign(({ context, event }) => {
        if (event.type !== 'list.received' && event.type !== 'list.failed') return {};
        const list =
          event.type === 'list.received'
            ? { state: 'ready' as const, options: event.options }
            : { state: 'failed' as const, options: [], failure: event.failure };
        const lists = { ...context.lists, [event.key]: list };
        const starts = context.mode === 'create' ? definition.form?.starts : undefined;
        if (starts === undefined) return { lists };
        const { draft, initial } = context;
        const { options } = list;
        const fields = fieldsOf(definition, context);
        const cleared = unofferedStarts(fields, starts, draft, { key: event.key, options });
        return { lists, draft: { ...draft, ...cleared }, initial: { ...initial, ...cleared } };
      }),
    },
  });
};

/** Settling the changes of both sides, and deleting a record that has changed. */
const withConflicts = (kit: RecordKit) => {
  const { definition } = kit;
  return withLists(kit).extend({
    actions: {
      rebase: assign(({ context }, { record }: Loaded) => ({
        ...rebased(definition, context, record),
        resumed: false,
      })),
      pick: assign(({ context, event }) =>
        event.type === 'field.changed' ? picked(definition, context, event) : {},
      ),
      pickAll: assign(({ context }, side: Side) => allPicked(definition, context, side)),
      settle: assign(({ context }, keeps: KeptStale) => settledIn(definition, context, keeps)),
      takeTheirs: assign(({ context }) => theirsTaken(definition, context)),
      countMerge: assign(({ context }) => ({
        merges: context.merges + 1,
        meanwhile: mergedFrom(definition, context),
        conflict: undefined,
      })),
      /** The next deletion applies to the version shown now. */
      discardRemoveVersion: assign({ removeEtag: undefined }),
      /** The version shown before is outdated: asks about the current record, and shows it when viewing. */
      askAgain: assign(({ context }, { error }: Thrown) => {
        const record = currentOf(error);
        const removeEtag = etagOf(record);
        const again = { removeEtag, key: undefined, failure: undefined };
        if (context.mode !== 'view') return again;
        const seen = { ...context, record };
        return { ...initialDraft(definition, seen), record, etag: removeEtag, ...again };
      }),
    },
  });
};

/** Undefined if its fields say it. */
function noticeOf({ detail, fields = {}, message }: Failure): string | undefined {
  if (Object.keys(fields).length > 0) return undefined;
  if (!detail) return message;
  return `${message}${/[.!?]$/.test(message) ? '' : ':'} ${detail}`;
}

/** Actors, guards and actions of the record machine; here those of sending. */
export const recordSetup = (kit: RecordKit) => {
  const { definition, nonce, secrets, sendsCalls = true } = kit;
  const { failureText = (context: RecordContext) => formFailureText(definition, context) } = kit;
  return withConflicts(kit).extend({
    actions: {
      takeKey: assign(({ context }) => ({ key: context.key ?? nonce(), call: undefined })),
      /** Keeps a call without secrets, so that it can be repeated unchanged. */
      keepCall: assign(({ context }) => ({
        call:
          sendsCalls && context.secretsProvided.length === 0
            ? callOf(definition, context, {})
            : undefined,
      })),
      /** The flags of a failure are reset (FORM-02); why it wasn't saved stays readable until something is typed. */
      keepAsNotice: assign(({ context: { failure } }) => ({
        failure: undefined,
        notice: failure && noticeOf(failure),
      })),
      keepQuestion: assign((_, { error }: Thrown) => ({ question: questionIn(error) })),
      confirmSave: assign(({ context }) => ({ confirmed: context.question })),
      failSending: assign(({ context, system }, { error, provided }: Thrown) => {
        const failure = failureOf(definition, context, error, failureText);
        const refused = refusedBy(definition, context, failure);
        if (provided === undefined) return refused;
        const now = { ...context, ...refused };
        return { ...refused, ...withProvided(definition, now, provided, secrets(system)) };
      }),
      keepResult: assign(({ context }, { record }: Loaded) => {
        const { created, updated } = definition.form?.texts ?? {};
        const text = context.mode === 'create' ? created : updated;
        const message = (context.doing === 'save' ? text : undefined) ?? MESSAGES.succeeded;
        const changes = context.doing === 'save' ? Object.values(context.meanwhile) : [];
        const meanwhile = changes.length > 0 ? CONFLICT_MESSAGES.meanwhile(changes) : undefined;
        return { result: { message, meanwhile, record }, key: undefined };
      }),
    },
  });
};
