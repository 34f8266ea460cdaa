import { assign, fromPromise, setup } from 'xstate';
import type { ListQuery, Page, Sort } from '../../http/page.types.ts';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import type { Failure } from '../view.ts';
import { lastPageInstead, nextQuery, sameQuery, sameRows, wholeQuery } from './list.query.ts';
import type { ListEvent, ListInput } from './list.types.ts';

/** A page as it came, and the ids of its rows ('' where the service sent none). */
export interface LoadedPage {
  readonly page: Page<unknown>;
  readonly ids: readonly string[];
}

export interface ListContext {
  readonly query: ListQuery;
  readonly loaded: LoadedPage | undefined;
  readonly selection: readonly string[];
  readonly failure: Failure | undefined;
}

/** The ids of the page that can be picked. */
const pickable = ({ loaded }: ListContext): readonly string[] =>
  loaded?.ids.filter((id) => id !== '') ?? [];

/** All of the page's rows off where all are on, else all on; other pages stay. */
function togglePage(context: ListContext): readonly string[] {
  const ids = pickable(context);
  const others = context.selection.filter((id) => !ids.includes(id));
  const allOn = ids.every((id) => context.selection.includes(id));
  return allOn ? others : [...others, ...ids];
}

const listSetup = (defaultSort: Sort | undefined) =>
  setup({
    types: { context: {} as ListContext, events: {} as ListEvent, input: {} as ListInput },
    actors: { fetchPage: fromPromise<LoadedPage, ListQuery>(placeholder) },
    guards: {
      changesQuery: ({ context, event }) =>
        !sameQuery(nextQuery(context.query, event, defaultSort), context.query),
      pastTheEnd: ({ context }, loaded: LoadedPage) =>
        lastPageInstead(context.query, loaded.page) !== undefined,
    },
    actions: {
      changeQuery: assign(({ context, event }) => {
        const query = nextQuery(context.query, event, defaultSort);
        return sameRows(query, context.query) ? { query } : { query, selection: [] };
      }),
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
 * A list: loads a page for each new query and leaves the request it no longer wants (LIST-01, LIST-02,
 * LIST-12). Other filters drop the selection; other pages, sizes and sorts keep it.
 */
export const listMachine = (defaultSort?: Sort) =>
  listSetup(defaultSort).createMachine({
    id: 'list',
    context: ({ input }) => ({
      query: wholeQuery(input.query ?? {}, defaultSort),
      loaded: undefined,
      selection: [],
      failure: undefined,
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
      reload: '.loading',
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
            { target: 'ready', actions: assign({ loaded: ({ event }) => event.output }) },
          ],
          onError: {
            target: 'failed',
            actions: assign({ failure: ({ event }) => toFailure(event.error) }),
          },
        },
      },
      ready: {},
      failed: { on: { retry: 'loading' } },
    },
  });
