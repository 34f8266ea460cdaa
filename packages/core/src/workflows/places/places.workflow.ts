import { fromPromise, type SnapshotFrom } from 'xstate';
import { when } from '../commands.ts';
import { defineWorkflow, type Workflow } from '../workflow.ts';
import { placesMachine } from './places.machine.ts';
import type { PlacesEvent, PlacesInput, PlacesPorts, PlacesView } from './places.types.ts';

/** Derives the view of an address search. */
export function placesView({
  context,
  value: state,
}: SnapshotFrom<typeof placesMachine>): PlacesView {
  const { failure: error, found, place, text } = context;
  const commands = { retry: when(state === 'failed') };
  const data = { text, found, place, error };
  if (state === 'failed' && error) return { status: 'failed', error, needs: [], commands, data };
  const step = state === 'failed' ? 'offering' : state;
  const busy = step === 'searching' || step === 'fetching';
  return { status: 'pending', step, busy, needs: [], commands, data };
}

/**
 * Autocompletes an address (COMP-05): `typed` searches 300 ms after the last key press, `chosen` loads the address.
 * A request for an earlier text is aborted, and its result never shown. Fails if the service can't be asked; `retry`
 * asks again.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const run = startWorkflow(placesWorkflow(placesPorts(client)), { input: { text: '' } });
 * run.send({ type: 'typed', text: '70 York' });
 */
export function placesWorkflow(ports: PlacesPorts): Workflow<PlacesView, PlacesEvent, PlacesInput> {
  const machine = placesMachine.provide({
    actors: {
      find: fromPromise(async ({ input, signal }) => ports.find(input.text, signal)),
      detail: fromPromise(async ({ input, signal }) => ports.detail(input.id, signal)),
    },
  });
  return defineWorkflow({
    id: 'places',
    version: 1,
    machine,
    view: placesView,
    resume: ({ context }) => ({
      state: context.text.trim() === '' || context.place ? 'idle' : 'waiting',
      context: { ...context, found: [], id: undefined, failure: undefined },
    }),
  });
}
