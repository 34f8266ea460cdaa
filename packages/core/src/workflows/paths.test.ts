import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, getInitialSnapshot, type SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { Seen, Walk } from './paths.events.test-kit.ts';
import { walks } from './paths.test-kit.ts';
import { resume } from './persist.ts';

const pathsOf = ({ machine, input, events }: Walk) =>
  getShortestPaths(machine, {
    input,
    events: events as never,
    // Messages don't distinguish states; state names, counters and known facts do.
    serializeState: ({ value, context }: SnapshotFrom<AnyStateMachine>) => {
      const { failure, asks, tries, sends, answered, stopping, inDoubt, selection, email } =
        context;
      return JSON.stringify({
        value,
        counters: [asks, Math.min(tries, 3), Math.min(sends, 3)],
        known: [failure?.outcome, answered, stopping, inDoubt, context.heard?.state],
        provided: [context.passwordProvided, context.provider, context.file, selection, email],
        checked: [context.report?.ok, context.key],
        form: [context.draft, context.shown, context.refused, context.step, context.lists],
        places: [context.text, context.found?.length, context.id, context.place],
        upload: [context.answer, context.secretsLost],
        question: [context.question, context.confirmed],
        removing: [context.removing, context.result, context.changed, context.removeEtag],
        conflict: [context.conflict?.picks, context.merges],
        doing: [context.doing, context.mode, context.result !== undefined],
      });
    },
    // A long import only repeats the same request for its outcome.
    stopWhen: ({ context }: SnapshotFrom<AnyStateMachine>) => context.asks > 5,
  } as never);

/** Returns the states in which a run can rest: those without an immediate transition. */
const restingStates = (machine: AnyStateMachine): string[] =>
  Object.values(machine.states)
    .filter(({ always }) => always === undefined || always.length === 0)
    .map(({ key }) => key);

function expectWellFormed(view: Seen, known: readonly string[]) {
  expect(Object.keys(view.commands).sort()).toEqual([...known].sort());
  for (const decision of Object.values(view.commands)) {
    if (!decision.allowed) expect(decision.reason).toMatchObject({ code: /./, message: /./ });
  }
  if (view.status === 'pending') {
    expect(view.step).toBeTypeOf('string');
    if (view.busy) expect(view.needs).toEqual([]);
  }
  if (view.status === 'failed') {
    expect(view.error.code).toMatch(/^[a-z0-9_]+$/);
    expect(view.error.message).not.toBe('');
  }
  if (view.status === 'done') expect(view.output).toBeDefined();
}

describe.each(Object.entries(walks))('every path through %s', (_name, walk) => {
  const paths = pathsOf(walk);
  const snapshots = paths.map(({ state }) => state as SnapshotFrom<AnyStateMachine>);

  it('has a well-formed view, and a context that is plain JSON', () => {
    for (const snapshot of snapshots) {
      expectWellFormed(walk.view(snapshot), walk.commands);
      expect(JSON.parse(JSON.stringify(snapshot.context))).toEqual(snapshot.context);
    }
  });

  it('allows exactly the commands that have an effect', () => {
    for (const snapshot of snapshots) {
      const allowed = Object.entries(walk.view(snapshot).commands);
      for (const [type, decision] of allowed) {
        expect([snapshot.value, type, snapshot.can({ type } as never)]).toEqual([
          snapshot.value,
          type,
          decision.allowed,
        ]);
      }
    }
  });

  it('resumes from each of its states in another process, and never into sending', () => {
    const { machine, view } = walk;
    const saved = snapshots.map(({ context, value }) => {
      const at = { state: String(value), context };
      return JSON.stringify({ workflow: 'walk', version: 1, ...(walk.resume?.(at) ?? at) });
    });
    for (const text of new Set(saved)) {
      const taken = resume({ id: 'walk', version: 1, machine, view }, JSON.parse(text));
      const first = getInitialSnapshot(taken.machine);
      expect(walk.sending ?? []).not.toContain(first.value);
      expectWellFormed(view(first), walk.commands);
    }
  }, 30_000);

  it('reaches every state', () => {
    const reached = new Set(snapshots.map(({ value }) => value as string));
    const never = walk.never ?? [];
    const missed = restingStates(walk.machine).filter((state) => !reached.has(state));
    expect(missed.filter((state) => !never.includes(state))).toEqual([]);
    expect(never.filter((state) => reached.has(state))).toEqual([]);
  });
});
