import { and, assign, fromPromise, setup } from 'xstate';
import type { ListQuery, Page, Sort } from '../../http/list-dialects.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type { PickedRow } from '../bulk/bulk.types.ts';
import { isConflict, isGone, sendFailure, toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import type { Failure } from '../view.ts';
import { lastPageInstead, nextQuery, sameQuery, sameRows, wholeQuery } from './list.query.ts';
import type { ListEvent, ListInput, ListResult } from './list.types.ts';

/** A page as loaded, and the ids of its rows ('' if the service sent none). */
export interface LoadedPage {
  readonly page: Page<unknown>;
  readonly ids: readonly string[];
  /** Keys of the rows' files by id, if they differ from the ids. */
  readonly keys: Readonly<Record<string, string>>;
  /** Versions of the rows by id, if the service sends them (WIRE-05). */
  readonly etags?: Readonly<Record<string, string>>;
  /** Numbers of the rows by id, for questions and reports. */
  readonly labels?: Readonly<Record<string, string>>;
}

export interface ListContext {
  readonly query: ListQuery;
  readonly loaded: LoadedPage | undefined;
  readonly selection: readonly string[];
  /** Keys of all rows loaded so far. */
  readonly keys: Readonly<Record<string, string>>;
  /** The rows as they were shown last, by id: number and version. */
  readonly seen: Readonly<Record<string, PickedRow>>;
  readonly failure: Failure | undefined;
  readonly removing: string | undefined;
  /**
   * The row to delete has been changed since it was loaded: it is reloaded, and the user is asked again.
   */
  readonly changed: boolean;
  readonly result: ListResult | undefined;
}

const seenRows = ({ etags = {}, ids, labels = {} }: LoadedPage): Record<string, PickedRow> =>
  Object.fromEntries(
    ids.map((id) => {
      const [label, etag] = [labels[id], etags[id]];
      return [id, { id, ...(label && { label }), ...(etag && { etag }) }];
    }),
  );

/** Returns the ids of the page that can be selected. */
const pickable = ({ loaded }: ListContext): readonly string[] =>
  loaded?.ids.filter((id) => id !== '') ?? [];

/** Deselects all rows of the page if all are selected, otherwise selects them all; keeps other pages. */
function togglePage(context: ListContext): readonly string[] {
  const ids = pickable(context);
  const others = context.selection.filter((id) => !ids.includes(id));
  const allOn = ids.every((id) => context.selection.includes(id));
  return allOn ? others : [...others, ...ids];
}

/**
 * Returns the query after a row is deleted: the previous page if it was the last row of its page (LIST-04).
 */
function afterRemoval({ loaded, query, removing }: ListContext): ListContext['query'] {
  const last = loaded?.ids.length === 1 && loaded.ids[0] === removing;
  return last && query.page > 0 ? { ...query, page: query.page - 1 } : query;
}

const listSetup = (defaultSort: Sort | undefined) =>
  setup({
    types: { context: {} as ListContext, events: {} as ListEvent, input: {} as ListInput },
    actors: {
      fetchPage: fromPromise<LoadedPage, ListQuery>(placeholder),
      remove: fromPromise<void, { id: string; etag: string | undefined }>(placeholder),
    },
    guards: {
      /** Whether this list can delete, and this account may. */
      removable: () => true,
      confirmed: ({ event }) =>
        event.type === 'field.changed' && event.name === 'confirm' && event.value === true,
      changesQuery: ({ context, event }) =>
        !sameQuery(nextQuery(context.query, event, defaultSort), context.query),
      conflict: ({ event }) => 'error' in event && isConflict(event.error),
      gone: ({ event }) => 'error' in event && isGone(event.error),
      /** The changed row is still on the page. */
      asksAgain: ({ context: { changed, removing } }, { ids }: LoadedPage) =>
        changed && removing !== undefined && ids.includes(removing),
      pastTheEnd: ({ context }, loaded: LoadedPage) =>
        lastPageInstead(context.query, loaded.page) !== undefined,
    },
    delays: { resetFlags: 4000 },
    actions: {
      changeQuery: assign(({ context, event }) => {
        const query = nextQuery(context.query, event, defaultSort);
        return sameRows(query, context.query) ? { query } : { query, selection: [] };
      }),
      keepPage: assign(({ context }, loaded: LoadedPage) => ({
        loaded,
        keys: { ...context.keys, ...loaded.keys },
        seen: { ...context.seen, ...seenRows(loaded) },
      })),
      /** The changed row is no longer on this page: reports that it was not deleted. */
      giveUpChanged: assign(({ context }) =>
        context.changed
          ? {
              changed: false,
              removing: undefined,
              result: { ok: false, message: MESSAGES.remove.moved },
            }
          : {},
      ),
      leaveRemoved: assign(({ context }) => ({
        query: afterRemoval(context),
        selection: context.selection.filter((id) => id !== context.removing),
      })),
      endRemoval: assign((_, result: ListResult) => ({
        result,
        removing: undefined,
        changed: false,
      })),
      toLastPage: assign(({ context }, loaded: LoadedPage) => ({
        query: { ...context.query, page: lastPageInstead(context.query, loaded.page) ?? 0 },
      })),
    },
  });

const load = {
  guard: 'changesQuery',
  target: '.loading',
  actions: 'changeQuery',
} as const;

/**
 * Loads a page for each new query and aborts the request it replaces (LIST-01, LIST-02, LIST-12). New
 * filters clear the selection; another page, size or sort keeps it.
 */
export const listMachine = (defaultSort?: Sort) =>
  listSetup(defaultSort).createMachine({
    id: 'list',
    context: ({ input }) => ({
      query: wholeQuery(input.query ?? {}, defaultSort),
      loaded: undefined,
      selection: Object.keys(input.selected ?? {}),
      keys: input.selected ?? {},
      seen: Object.fromEntries(
        Object.entries(input.labels ?? {}).map(([id, label]) => [id, { id, label }]),
      ),
      failure: undefined,
      removing: undefined,
      changed: false,
      result: undefined,
    }),
    initial: 'loading',
    on: {
      'page.changed': load,
      'size.changed': load,
      'sort.changed': load,
      'filters.changed': load,
      'query.changed': load,
      'row.toggled': {
        guard: ({ event }) => event.id !== '',
        actions: assign(({ context: { selection }, event: { id } }) => ({
          selection: selection.includes(id)
            ? selection.filter((picked) => picked !== id)
            : [...selection, id],
        })),
      },
      'page.toggled': {
        actions: assign({ selection: ({ context }) => togglePage(context) }),
      },
      'selection.cleared': {
        guard: ({ context }) => context.selection.length > 0,
        actions: assign({ selection: [] }),
      },
      'selection.kept': {
        actions: assign({
          selection: ({ context, event }) =>
            context.selection.filter((id) => event.ids.includes(id)),
        }),
      },
      reload: '.loading',
      'remove.asked': {
        guard: and(['removable', ({ event }) => event.id !== '']),
        target: '.confirmingRemove',
        actions: assign({ removing: ({ event }) => event.id, changed: false }),
      },
    },
    states: {
      loading: {
        entry: assign({ failure: undefined }),
        invoke: {
          id: 'fetchPage',
          src: 'fetchPage',
          input: ({ context }) => context.query,
          onDone: [
            {
              guard: { type: 'pastTheEnd', params: ({ event }) => event.output },
              target: 'loading',
              reenter: true,
              actions: { type: 'toLastPage', params: ({ event }) => event.output },
            },
            {
              guard: { type: 'asksAgain', params: ({ event }) => event.output },
              target: 'confirmingRemove',
              actions: { type: 'keepPage', params: ({ event }) => event.output },
            },
            {
              target: 'ready',
              actions: [{ type: 'keepPage', params: ({ event }) => event.output }, 'giveUpChanged'],
            },
          ],
          onError: {
            target: 'failed',
            actions: assign({ failure: ({ event }) => toFailure(event.error) }),
          },
        },
      },
      ready: { after: { resetFlags: { actions: assign({ result: undefined }) } } },
      failed: { on: { retry: 'loading' } },
      confirmingRemove: {
        on: {
          confirm: 'removing',
          stay: { target: 'ready', actions: assign({ changed: false }) },
          'field.changed': [
            { guard: 'confirmed', target: 'removing' },
            { target: 'ready', actions: assign({ changed: false }) },
          ],
        },
      },
      removing: {
        // Ignored until the service has responded, because the row may already be deleted.
        on: {
          'page.changed': {},
          'size.changed': {},
          'sort.changed': {},
          'filters.changed': {},
          'query.changed': {},
          'remove.asked': {},
          reload: {},
        },
        invoke: {
          id: 'remove',
          src: 'remove',
          input: ({ context: { loaded, removing = '' } }) => ({
            id: removing,
            etag: loaded?.etags?.[removing],
          }),
          onDone: {
            target: 'loading',
            actions: [
              'leaveRemoved',
              { type: 'endRemoval', params: { ok: true, message: MESSAGES.succeeded } },
            ],
          },
          onError: [
            {
              guard: 'conflict',
              target: 'loading',
              actions: assign({ changed: true }),
            },
            {
              guard: 'gone',
              target: 'loading',
              actions: [
                'leaveRemoved',
                { type: 'endRemoval', params: { ok: true, message: MESSAGES.remove.gone } },
              ],
            },
            {
              target: 'ready',
              actions: {
                type: 'endRemoval',
                params: ({ event }: { event: { error: unknown } }) => {
                  const failure = sendFailure(event.error, MESSAGES.operationError);
                  return { ok: false, message: failure.message, failure };
                },
              },
            },
          ],
        },
      },
    },
  });
