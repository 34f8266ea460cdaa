import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { etagOf } from '../../http/bodies.ts';
import { CONFLICT_MESSAGES } from '../../messages/form-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import { ALLOWED, type Decision } from '../../permissions/index.ts';
import type { AnyResource, Option } from '../../resource/resource.types.ts';
import { currentOf, isConflict, toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import { awaitedLists, missingLists, type WantedList } from '../reference-lists.ts';
import { isInDoubt } from '../sending.ts';
import type { Failure } from '../view.ts';
import {
  allPicked,
  collisions,
  conflictNeeds,
  isStale,
  type KeptStale,
  keepable,
  MOST_MERGES,
  mergedFrom,
  picked,
  rebased,
  settledIn,
  theirsTaken,
} from './record.conflict.ts';
import { type RecordContext, UNTOUCHED } from './record.context.ts';
import {
  answered,
  begun,
  checked,
  failureOf,
  fieldsOf,
  formFailureText,
  isDirty,
  isOpen,
  mayGoOn,
  maySubmit,
  placed,
  refusedBy,
  regiven,
  showWrong,
} from './record.form.ts';
import { callOf, providedIn, questionIn } from './record.send.ts';
import type { RecordEvent, RecordInput, Side } from './record.types.ts';

/** Events of the machine's own actors: loaded lists. */
type InnerEvent =
  | { readonly type: 'list.received'; readonly key: string; readonly options: readonly Option[] }
  | { readonly type: 'list.failed'; readonly key: string; readonly failure: Failure };

/** See `Thrown`. */
type Loaded = { readonly record: unknown };
/** An alias, so that the package's declaration files can name it. */
type Thrown = { readonly error: unknown };

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

const onTop = (definition: AnyResource, context: RecordContext, record: unknown) => ({
  ...context,
  ...rebased(definition, context, record),
});

const nothing = fromCallback<ListsWanted>(() => {});

/** Actors, guards and actions of the record machine. */
export const recordSetup = ({
  definition,
  failureText = (context) => formFailureText(definition, context),
  immediate,
  may,
  nonce,
  secrets,
  sendsCalls = true,
}: RecordKit) =>
  setup({
    types: {
      context: {} as RecordContext,
      events: {} as RecordEvent | InnerEvent,
      input: {} as RecordInput,
      children: {} as { lists: 'lists' },
    },
    actors: {
      lists: nothing,
      fetchRecord: fromPromise<unknown, { id: string }>(placeholder),
      send: fromPromise<unknown, RecordContext>(placeholder),
      resolve: fromPromise<unknown, RecordContext>(placeholder),
    },
    actions: {
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
      keepLoaded: assign((_, { record }: Loaded) => ({ record, etag: etagOf(record) })),
      begin: assign(({ context }) => begun(definition, context)),
      rebase: assign(({ context }, { record }: Loaded) => ({
        ...rebased(definition, context, record),
        resumed: false,
      })),
      pick: assign(({ context, event }) =>
        event.type === 'field.changed' ? picked(definition, context, event) : {},
      ),
      /** The next deletion applies to the version shown now. */
      seeAnew: assign({ removeEtag: undefined }),
      pickAll: assign(({ context }, side: Side) => allPicked(definition, context, side)),
      settle: assign(({ context }, keeps: KeptStale) => settledIn(definition, context, keeps)),
      takeTheirs: assign(({ context }) => theirsTaken(definition, context)),
      countMerge: assign(({ context }) => ({
        merges: context.merges + 1,
        meanwhile: mergedFrom(definition, context),
        conflict: undefined,
      })),
      /** The version shown before is outdated: asks about the current record, and shows it when viewing. */
      askAgain: assign(({ context }, { error }: Thrown) => {
        const record = currentOf(error);
        const removeEtag = etagOf(record);
        const again = { removeEtag, key: undefined, failure: undefined };
        if (context.mode !== 'view') return again;
        const seen = { ...context, record };
        return { ...begun(definition, seen), record, etag: removeEtag, ...again };
      }),
      reset: assign(({ context }) => ({ ...UNTOUCHED, draft: context.initial })),
      showWrong: assign(({ context }) => showWrong(definition, context)),
      takeKey: assign(({ context }) => ({ key: context.key ?? nonce(), call: undefined })),
      /** Keeps a call without secrets, so that it can be repeated unchanged. */
      keepCall: assign(({ context }) => ({
        call:
          sendsCalls && context.secretsProvided.length === 0
            ? callOf(definition, context, {})
            : undefined,
      })),
      askLists: assign(({ context }, again: boolean) => {
        const fields = fieldsOf(definition, context);
        const lists = missingLists(fields, context.draft, context.lists, again);
        const asked = lists.map(({ key }) => [key, { state: 'loading', options: [] }] as const);
        return { lists: { ...context.lists, ...Object.fromEntries(asked) } };
      }),
      /** Requests the missing lists; those already loading are not requested again. */
      notifyLists: sendTo('lists', ({ context }): ListsWanted => {
        const fields = fieldsOf(definition, context);
        return { type: 'wanted', lists: awaitedLists(fields, context.draft, context.lists) };
      }),
      keepList: assign(({ context, event }) => {
        if (event.type !== 'list.received' && event.type !== 'list.failed') return {};
        const list =
          event.type === 'list.received'
            ? { state: 'ready' as const, options: event.options }
            : { state: 'failed' as const, options: [], failure: event.failure };
        return { lists: { ...context.lists, [event.key]: list } };
      }),
      failLoading: assign((_, { error }: Thrown) => ({
        failure: toFailure(error, definition.form?.texts.loadFailed),
      })),
      failSending: assign(({ context, system }, { error }: Thrown) => {
        const failure = failureOf(definition, context, error, failureText);
        const refused = refusedBy(definition, context, failure);
        const provided = providedIn(error);
        if (provided === undefined) return refused;
        const now = { ...context, ...refused };
        return { ...refused, ...regiven(definition, now, provided, secrets(system)) };
      }),
      keepQuestion: assign((_, { error }: Thrown) => ({ question: questionIn(error) })),
      confirmSave: assign(({ context }) => ({ confirmed: context.question })),
      keepResult: assign(({ context }, { record }: { readonly record: unknown }) => {
        const { created, updated } = definition.form?.texts ?? {};
        const text = context.mode === 'create' ? created : updated;
        const message = (context.doing === 'save' ? text : undefined) ?? MESSAGES.succeeded;
        const changes = context.doing === 'save' ? Object.values(context.meanwhile) : [];
        const meanwhile = changes.length > 0 ? CONFLICT_MESSAGES.meanwhile(changes) : undefined;
        return { result: { message, meanwhile, record }, key: undefined };
      }),
    },
    guards: {
      immediate: ({ context }) => immediate === true && may('create', context).allowed,
      creating: ({ context }) => context.mode === 'create',
      viewing: ({ context }) => context.mode === 'view',
      removingOnly: ({ context }) => context.mode === 'remove',
      loaded: ({ context }) => context.mode === 'edit',
      editable: ({ context }) =>
        definition.form?.update !== undefined && may('edit', context).allowed,
      removable: ({ context }) =>
        context.input.id !== undefined &&
        definition.remove !== undefined &&
        may('delete', context).allowed,
      mayRemove: ({ context }) => may('delete', context).allowed,
      answerable: ({ context, event }) =>
        (event.type === 'field.changed' || event.type === 'place.chosen') &&
        isOpen(definition, context, event.name),
      dirty: ({ context }) => isDirty(context),
      submittable: ({ context }) => maySubmit(definition, context, may).allowed,
      clean: ({ context }) => Object.keys(context.issues).length === 0,
      stepFine: ({ context }) => mayGoOn(definition, context).allowed,
      laterStep: ({ context }) => context.step > 0,
      listsFailed: ({ context }) =>
        Object.values(context.lists).some(({ state }) => state === 'failed'),
      collides: ({ context }, { record }: Loaded) =>
        context.resumed && collisions(definition, onTop(definition, context, record)).length > 0,
      taken: ({ context }) => context.resumed,
      /** Saving failed on a newer version that the service returned. */
      met: ({ context }, { error }: Thrown) =>
        context.mode === 'edit' &&
        context.doing === 'save' &&
        isConflict(error) &&
        currentOf(error) !== undefined,
      metRemoving: ({ context }, { error }: Thrown) =>
        context.doing === 'remove' &&
        context.input.unattended !== true &&
        isConflict(error) &&
        etagOf(currentOf(error)) !== undefined,
      /** Mine may be kept, and there is something to save. */
      keepable: ({ context }) => keepable(definition, context, may).allowed,
      /** Something of mine can't be kept as it was typed, even where I choose mine. */
      stale: ({ context }) =>
        isStale(definition, { ...context, ...allPicked(definition, context, 'mine') }),
      savesChoices: ({ context }) => isDirty(context) && may('edit', context).allowed,
      mayEdit: ({ context }) => may('edit', context).allowed,
      conflicted: ({ context }) => context.conflict !== undefined,
      mergesAlone: ({ context }) =>
        context.merges < MOST_MERGES && collisions(definition, context).length === 0,
      pickable: ({ context, event }) =>
        event.type === 'field.changed' &&
        (event.value === 'mine' || event.value === 'theirs') &&
        conflictNeeds(definition, context).some(({ name }) => name === event.name),
      gone: ({ context }) => context.failure?.code === 'gone',
      asks: (_, { error }: Thrown) => questionIn(error) !== undefined,
      inDoubt: (_, { error }: Thrown) => isInDoubt(error),
      loading: ({ context }) => context.doing === 'load',
      saving: ({ context }) => context.doing === 'save',
      askable: ({ context }) => context.failure?.outcome === 'unknown' && !context.secretsLost,
      outcomeUnknown: ({ context }) => context.failure?.outcome === 'unknown',
      /** A form that was opened from the view returns to it. */
      inPlace: ({ context }) => (context.input.mode ?? 'view') === 'view',
      atOnce: ({ context }) =>
        context.input.unattended === true || definition.form?.after === 'close',
    },
    delays: { redirect: 3000, resetFlags: 4000 },
  });
