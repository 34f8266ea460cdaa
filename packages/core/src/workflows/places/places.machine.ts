import { assign, fromPromise, setup } from 'xstate';
import type { Place } from '../../resource/form.types.ts';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import type { Failure } from '../view.ts';
import type { PlaceChoice, PlacesEvent, PlacesInput } from './places.types.ts';

export interface PlacesContext {
  readonly text: string;
  readonly found: readonly PlaceChoice[];
  readonly id: string | undefined;
  readonly place: Place | undefined;
  readonly failure: Failure | undefined;
}

/**
 * Searches addresses while the user types: waits for a pause, and never shows an outdated result (COMP-05).
 */
export const placesMachine = setup({
  types: {
    context: {} as PlacesContext,
    events: {} as PlacesEvent,
    input: {} as PlacesInput,
  },
  actors: {
    find: fromPromise<readonly PlaceChoice[], { text: string }>(placeholder),
    detail: fromPromise<Place, { id: string }>(placeholder),
  },
  actions: {
    fail: assign((_, { error }: { readonly error: unknown }) => ({ failure: toFailure(error) })),
  },
  guards: {
    blank: ({ event }) => event.type === 'typed' && event.text.trim() === '',
    known: ({ context, event }) =>
      event.type === 'chosen' && context.found.some(({ id }) => id === event.id),
    fetching: ({ context }) => context.id !== undefined,
  },
  delays: { rest: 300 },
}).createMachine({
  id: 'places',
  context: ({ input }) => ({
    text: input.text ?? '',
    found: [],
    id: undefined,
    place: undefined,
    failure: undefined,
  }),
  initial: 'idle',
  on: {
    typed: [
      {
        guard: 'blank',
        target: '.idle',
        actions: assign(({ event }) => ({ text: event.text, found: [], failure: undefined })),
      },
      {
        target: '.waiting',
        actions: assign(({ event }) => ({
          text: event.text,
          found: [],
          id: undefined,
          place: undefined,
          failure: undefined,
        })),
      },
    ],
  },
  states: {
    idle: {},
    waiting: { after: { rest: 'searching' } },
    searching: {
      entry: assign({ failure: undefined, id: undefined }),
      invoke: {
        id: 'find',
        src: 'find',
        input: ({ context }) => ({ text: context.text }),
        onDone: { target: 'offering', actions: assign({ found: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    offering: {
      on: {
        chosen: {
          guard: 'known',
          target: 'fetching',
          actions: assign({ id: ({ event }) => event.id }),
        },
      },
    },
    fetching: {
      entry: assign({ failure: undefined, place: undefined }),
      invoke: {
        id: 'detail',
        src: 'detail',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: { target: 'offering', actions: assign({ place: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      on: { retry: [{ guard: 'fetching', target: 'fetching' }, { target: 'searching' }] },
    },
  },
});
