import { describe, expect, it } from 'vitest';
import {
  type ActorScope,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  getInitialSnapshot,
  type SnapshotFrom,
} from 'xstate';
import type { Seen, Walk } from './paths.events.test-kit.ts';
import { walks } from './paths.test-kit.ts';
import { resume } from './persist.ts';

type Snapshot = SnapshotFrom<AnyStateMachine>;

/** Messages don't distinguish states; state names, counters and known facts do. */
const distinguished = ({ context, value }: Snapshot): string => {
  const { failure, asks, tries, sends, answered, stopping, inDoubt, selection, email } = context;
  return JSON.stringify({
    value,
    counters: [asks, Math.min(tries, 3), Math.min(sends, 3)],
    known: [failure?.outcome, answered, stopping, inDoubt, context.heard?.state],
    provided: [context.passwordProvided, context.provider, context.file, selection, email],
    checked: [context.report?.ok, context.key, context.submitted],
    form: [context.draft, context.shown, context.refused, context.step, context.lists],
    places: [context.text, context.found?.length, context.id, context.place],
    upload: [context.answer, context.secretsLost],
    question: [context.question, context.confirmed],
    removing: [context.removing, context.result, context.changed, context.removeEtag],
    conflict: [context.conflict?.picks, context.merges],
    doing: [context.doing, context.mode, context.result !== undefined],
  });
};

/** A long import only repeats the same request for its outcome. */
const TOO_MANY_ASKS = 5;

/** What a machine asks of the actor that runs it. Nothing runs here: the events are what would have been answered. */
function scopeOf(machine: AnyStateMachine, input: object): ActorScope<Snapshot, AnyEventObject> {
  const self = createActor(machine, { input });
  const nothing = () => undefined;
  return {
    ...{ self, system: self.system, id: '', sessionId: '', logger: nothing },
    ...{ defer: nothing, stopChild: nothing, emit: nothing, actionExecutor: nothing },
  } as never;
}

/**
 * Every state that the events can lead to, each once, nearest first. `getShortestPaths` of xstate takes five times as long
 * for these tens of thousands: it also takes the events that a state ignores, and keeps the steps to each.
 */
function statesOf({ machine, input, events }: Walk): Snapshot[] {
  const scope = scopeOf(machine, input);
  const first: Snapshot = machine.getInitialSnapshot(scope as never, input as never);
  const found = new Map([[distinguished(first), first]]);
  // A map also gives what is added to it meanwhile.
  for (const snapshot of found.values()) {
    if (snapshot.context.asks > TOO_MANY_ASKS) continue;
    for (const event of events) {
      if (machine.getTransitionData(snapshot as never, event as never).length === 0) continue;
      const next: Snapshot = machine.transition(snapshot as never, event as never, scope as never);
      const key = distinguished(next);
      if (!found.has(key)) found.set(key, next);
    }
  }
  return [...found.values()];
}

/** Returns the states in which a run can rest: those without an immediate transition. */
const restingStates = (machine: AnyStateMachine): string[] =>
  Object.values(machine.states)
    .filter(({ always }) => always === undefined || always.length === 0)
    .map(({ key }) => key);

/** Returns what is wrong with a view. `expect` for each of its hundred thousand facts would take most of the time. */
function* faultsOf(view: Seen, known: string): Generator<string> {
  if (Object.keys(view.commands).sort().join() !== known) yield 'other commands';
  for (const [type, decision] of Object.entries(view.commands)) {
    if (decision.allowed) continue;
    if (!/./.test(decision.reason.code)) yield `no code for ${type}`;
    if (!/./.test(decision.reason.message)) yield `no message for ${type}`;
  }
  if (view.status === 'pending') {
    if (typeof view.step !== 'string') yield 'no step';
    if (view.busy && view.needs.length > 0) yield 'needs something while busy';
  }
  if (view.status === 'failed') {
    if (!/^[a-z0-9_]+$/.test(view.error.code)) yield `the code ${view.error.code}`;
    if (view.error.message === '') yield 'no message';
  }
  if (view.status === 'done' && view.output === undefined) yield 'no output';
}

/** Snapshots share most of what their contexts contain, so each part is looked at once. */
const plain = new WeakSet<object>();

function isPlainJson(value: unknown): boolean {
  if (value === null || ['string', 'boolean', 'undefined'].includes(typeof value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (plain.has(value)) return true;
  const isPlain =
    (Array.isArray(value)
      ? !value.includes(undefined)
      : Object.getPrototypeOf(value) === Object.prototype) &&
    !('toJSON' in value) &&
    Object.values(value).every(isPlainJson);
  if (isPlain) plain.add(value);
  return isPlain;
}

describe.each(Object.entries(walks))('every path through %s', (_name, walk) => {
  const snapshots = statesOf(walk);
  const views = snapshots.map((snapshot) => walk.view(snapshot));

  const known = [...walk.commands].sort().join();

  it('has a well-formed view, and a context that is plain JSON', () => {
    const wrong: unknown[] = [];
    for (const [index, { context, value }] of snapshots.entries()) {
      for (const fault of faultsOf(views[index] as Seen, known)) wrong.push([value, fault]);
      // What isn't plain may still be written and read as it is.
      if (!isPlainJson(context)) expect(JSON.parse(JSON.stringify(context))).toEqual(context);
    }
    expect(wrong).toEqual([]);
  });

  it('allows exactly the commands that have an effect', () => {
    const wrong: unknown[] = [];
    for (const [index, snapshot] of snapshots.entries()) {
      for (const [type, { allowed }] of Object.entries(views[index]?.commands ?? {})) {
        const has = snapshot.can({ type } as never);
        if (has !== allowed) wrong.push({ state: snapshot.value, type, allowed, has });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('resumes from each of its states in another process, and never into sending', () => {
    const { machine, view } = walk;
    const saved = snapshots.map(({ context, value }) => {
      const at = { state: String(value), context };
      return JSON.stringify({ workflow: 'walk', version: 1, ...(walk.resume?.(at) ?? at) });
    });
    const wrong: unknown[] = [];
    for (const text of new Set(saved)) {
      const taken = resume({ id: 'walk', version: 1, machine, view }, JSON.parse(text));
      const first = getInitialSnapshot(taken.machine);
      if (walk.sending?.includes(String(first.value))) wrong.push([first.value, 'is sending']);
      for (const fault of faultsOf(view(first), known)) wrong.push([first.value, fault]);
    }
    expect(wrong).toEqual([]);
  });

  it('reaches every state', () => {
    const reached = new Set(snapshots.map(({ value }) => value as string));
    const never = walk.never ?? [];
    const missed = restingStates(walk.machine).filter((state) => !reached.has(state));
    expect(missed.filter((state) => !never.includes(state))).toEqual([]);
    expect(never.filter((state) => reached.has(state))).toEqual([]);
  });
});
