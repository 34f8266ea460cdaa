import type { Json, RecordedRun, RecordedStep } from '@forecourt/core/recorder';

/** A call of a run, from its begin to its answer; times in ms since the recording began. */
export interface TimelineCall {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly end: 'answered' | 'failed' | 'cancelled' | 'open';
}

/** A state of a run as surfaces saw it. */
export interface TimelineState {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** '12 ms', '1.2 s', '2 min 5 s'. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** What a view is called: its step while it is pending, else its status. */
export const stateOf = (view: { readonly [name: string]: Json }): string =>
  String(view.status === 'pending' && view.step !== undefined ? view.step : (view.status ?? '?'));

/** What a run worked on, if its view says so: the file's name. */
export function subjectOf({ steps }: RecordedRun): string | undefined {
  for (const step of steps.toReversed()) {
    const data = step.kind === 'view' ? step.view.data : undefined;
    const file = isObject(data) ? data.file : undefined;
    if (isObject(file) && typeof file.name === 'string') return file.name;
  }
  return undefined;
}

/** End of a run: its last step. */
export const endOf = ({ at, steps }: RecordedRun): number => steps.at(-1)?.at ?? at;

/** Calls in the order of their begin. */
export function callsOf(run: RecordedRun): readonly TimelineCall[] {
  const calls: (TimelineCall & { readonly id: string })[] = [];
  const finish = (step: RecordedStep & { readonly id: string }, end: TimelineCall['end']) => {
    const index = calls.findLastIndex(({ id, end: open }) => id === step.id && open === 'open');
    const call = calls[index];
    if (call) calls[index] = { ...call, to: step.at, end };
  };
  for (const step of run.steps) {
    const { at } = step;
    if (step.kind === 'call') {
      calls.push({ id: step.id, name: step.name, from: at, to: endOf(run), end: 'open' });
    } else if (step.kind === 'answer') {
      finish(step, step.error === undefined ? 'answered' : 'failed');
    } else if (step.kind === 'dropped') finish(step, 'cancelled');
  }
  return calls;
}

/** States in their order, each once for as long as it lasts. */
export function statesOf(run: RecordedRun): readonly TimelineState[] {
  const states: TimelineState[] = [];
  for (const step of run.steps) {
    if (step.kind !== 'view') continue;
    const name = stateOf(step.view);
    const last = states.at(-1);
    if (last) states[states.length - 1] = { ...last, to: step.at };
    if (last?.name !== name) states.push({ name, from: step.at, to: step.at });
  }
  const last = states.at(-1);
  if (last) states[states.length - 1] = { ...last, to: endOf(run) };
  return states;
}

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is new in a view, without what stayed; data by its members. */
export function changesOf(
  view: { readonly [name: string]: Json },
  before: { readonly [name: string]: Json } | undefined,
): { readonly [name: string]: Json } {
  const changed = Object.entries(view).flatMap(([name, value]): (readonly [string, Json])[] => {
    const former = before?.[name];
    if (name === 'data' && isObject(value)) {
      const data = changesOf(value, isObject(former) ? former : undefined);
      return Object.keys(data).length > 0 ? [[name, data]] : [];
    }
    return JSON.stringify(value) === JSON.stringify(former) ? [] : [[name, value]];
  });
  return Object.fromEntries(changed);
}
