import {
  type ActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createActor,
  type InspectionEvent,
} from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { Random } from '../../provider-files/random.ts';
import type { Fault } from '../src/http/faults.ts';
import type { World } from './machine-world.kit.ts';

/** Something that can happen to a machine, and how it is brought about with a service that really answers. */
export interface Happening {
  readonly type: string;
  /** Distinguishes events of one type: 'cut off', 'refused'. */
  readonly how?: string;
  /** What the line does to the calls of this step. */
  readonly faults?: readonly Fault[];
  /** Which calls this step lets through; default: all. */
  readonly only?: RegExp;
  /** Time to let pass (ms), for what comes by itself. */
  readonly after?: number;
  /** Happens in the world first: somebody else is at work too. */
  readonly before?: (world: World, context: Context) => Promise<void>;
  /** Where the real service can answer so. */
  readonly when?: (context: Context) => boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: each machine has a context of its own
export type Context = any;

interface Step {
  readonly happening: Happening;
  /** Where the machine's definition leads, as `whereIs` returns it. */
  readonly leadsTo: string;
}

export interface Path {
  readonly title: string;
  readonly steps: readonly Step[];
  /** The transitions on its way, by the definition alone. */
  readonly takes: readonly string[];
}

/** A transition by where it starts, what it waits for, its place among the guarded ones, and where it leads. */
function nameOf(transition: AnyTransitionDefinition): string {
  const { eventType, source, target } = transition;
  const among =
    eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? []);
  const to = target?.map(({ key }) => key).join() ?? 'stays';
  return `${source.id} ${eventType || 'always'} #${among.indexOf(transition) + 1} → ${to}`;
}

/** Every transition of a machine's definition. */
export function transitionsOf(node: AnyStateNode): string[] {
  const own = [...node.transitions.values(), node.always ?? []].flat();
  return [...own.map(nameOf), ...Object.values(node.states).flatMap(transitionsOf)];
}

/** What an inspector saw taken, of one machine and not of those it started. */
export const takenIn = (event: InspectionEvent): string[] =>
  event.type === '@xstate.microstep' ? event._transitions.map(nameOf) : [];

/** A state, and what is known of a failure there. */
export const whereIs = ({ context, value }: AnyMachineSnapshot): string =>
  [value, context.failure && `status ${context.failure.status}, outcome ${context.failure.outcome}`]
    .filter(Boolean)
    .join(': ');

/** Returns which transitions an event takes, by the definition alone: nothing runs. */
function oracle(machine: AnyStateMachine, input: object) {
  let taken: string[] = [];
  const self = createActor(machine, {
    input,
    inspect: (event) => taken.push(...takenIn(event)),
  });
  const nothing = () => undefined;
  const scope = {
    ...{ self, system: self.system, id: '', sessionId: '', logger: nothing },
    ...{ defer: nothing, stopChild: nothing, emit: nothing, actionExecutor: nothing },
  } as unknown as ActorScope<AnyMachineSnapshot, never>;
  const during = (move: () => AnyMachineSnapshot) => {
    taken = [];
    const next = move();
    return { next, taken };
  };
  return {
    start: () => during(() => machine.getInitialSnapshot(scope as never, input as never)),
    take: (snapshot: AnyMachineSnapshot, event: Happening) =>
      during(() => machine.transition(snapshot as never, event as never, scope as never) as never),
  };
}

export interface Walk {
  readonly machine: AnyStateMachine;
  readonly input: object;
  readonly happenings: readonly Happening[];
  /** What of a context makes a state another one. */
  readonly distinguish: (context: Context) => unknown;
  readonly tooFar?: (context: Context) => boolean;
}

/** What the machine hears there; an error that nobody hears would end its run. */
const possible = (
  { happenings, machine }: Pick<Walk, 'happenings' | 'machine'>,
  snapshot: AnyMachineSnapshot,
) =>
  happenings.filter(
    (happening) =>
      (happening.when?.(snapshot.context) ?? true) &&
      machine.getTransitionData(snapshot as never, happening as never).length > 0,
  );

const labelOf = ({ how, type }: Happening): string =>
  `${type.replace('xstate.', '')}${how ? ` (${how})` : ''}`;

/**
 * As many of these paths as take every transition once, and one in `oneIn` of the others. Longer paths come first, because
 * they take more; the same seed chooses the same ones.
 */
export function sampleOf<T extends { readonly path: Path }>(
  paths: readonly T[],
  { oneIn, random }: { readonly oneIn: number; readonly random: Random },
): T[] {
  const known = new Set<string>();
  const longestFirst = paths.toSorted(
    ({ path: one }, { path: other }) => other.steps.length - one.steps.length,
  );
  const needed = new Set(
    longestFirst.filter(({ path }) => {
      const isNew = path.takes.some((name) => !known.has(name));
      for (const name of path.takes) known.add(name);
      return isNew;
    }),
  );
  return paths.filter((each) => needed.has(each) || random.chance(1 / oneIn));
}

/**
 * The shortest paths through a machine that together take each of its transitions, in each way that its
 * event can be brought about.
 */
export function pathsThrough(walk: Walk): Path[] {
  const { input, machine, distinguish, tooFar } = walk;
  const { start, take } = oracle(machine, input);
  const shortest = getShortestPaths(machine, {
    input,
    events: (snapshot: AnyMachineSnapshot) => possible(walk, snapshot),
    serializeState: ({ context, value }: AnyMachineSnapshot) =>
      JSON.stringify([value, distinguish(context)]),
    ...(tooFar && { stopWhen: ({ context }: AnyMachineSnapshot) => tooFar(context) }),
  } as never).map((path) => ({
    state: path.state as unknown as AnyMachineSnapshot,
    steps: path.steps
      .filter(({ event }) => event.type !== 'xstate.init')
      .map((step): Happening => step.event as unknown as Happening),
  }));
  const known = new Set(start().taken);
  const chosen: Path[] = [];
  shortest.sort((one, other) => one.steps.length - other.steps.length);
  for (const { state, steps } of shortest) {
    for (const happening of possible(walk, state)) {
      const { taken } = take(state, happening);
      const units = taken.map((name) => `${name} by ${labelOf(happening)}`);
      if (units.every((unit) => known.has(unit))) continue;
      for (const unit of units) known.add(unit);
      const all = [...steps, happening];
      let { next: at, taken: takes } = start();
      const traced = all.map((each) => {
        const { next, taken } = take(at, each);
        at = next;
        takes = [...takes, ...taken];
        return { happening: each, leadsTo: whereIs(at) };
      });
      chosen.push({ title: all.map(labelOf).join(', '), steps: traced, takes });
    }
  }
  // A path that another one goes on from is walked by it.
  return chosen.filter(
    ({ title }) => !chosen.some((other) => other.title.startsWith(`${title}, `)),
  );
}
