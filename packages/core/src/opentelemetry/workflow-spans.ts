import {
  type Context,
  context,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { AnyActorLogic, AnyActorRef, AnyStateMachine } from 'xstate';
import { ApiError } from '../http/outcome.ts';
import type { Workflow } from '../workflows/workflow.ts';
import type { Telemetry } from './telemetry.types.ts';

/** What an actor's logic gets when it starts. */
interface Scope {
  readonly self: AnyActorRef & { readonly _parent?: AnyActorRef };
}

type Start = (snapshot: unknown, scope: Scope) => void;

const fails = (span: Span, type: string): void => {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/** How a run ended: its last state, and why it failed. Its view knows both; a view that throws says nothing. */
function describeEnd(span: Span, run: AnyActorRef, { view }: Workflow<unknown>): void {
  const snapshot = run.getSnapshot();
  span.setAttribute('forecourt.state', JSON.stringify(snapshot.value).replaceAll('"', ''));
  if (snapshot.status === 'error') {
    fails(span, 'machine_error');
    return;
  }
  try {
    const { error, status } = view(snapshot) as {
      readonly status?: string;
      readonly error?: { readonly code?: string };
    };
    if (status === 'failed') fails(span, error?.code ?? 'failed');
  } catch {
    fails(span, 'view_error');
  }
}

function describeStep(span: Span, step: AnyActorRef): void {
  const { error, status } = step.getSnapshot();
  if (status === 'error') {
    const type = error instanceof ApiError ? error.code : (error as Error | undefined)?.name;
    if (type === 'cancelled') span.setAttribute('error.type', type);
    else fails(span, type ?? '_OTHER');
  }
  // The machine left the state that wanted the answer.
  else if (status === 'stopped' || status === 'active')
    span.setAttribute('error.type', 'cancelled');
}

/** Ends the span with its actor, however that ends. */
function endsWith(span: Span, actor: AnyActorRef, describe: () => void): void {
  const end = () => {
    describe();
    span.end();
  };
  actor.subscribe({ complete: end, error: end });
}

/** Returns what makes spans of a workflow's runs and steps. */
export function workflowSpans(tracer: Tracer): Telemetry['workflow'] {
  return (workflow) => {
    const { id, machine, version } = workflow;
    const runs = new WeakMap<AnyActorRef, Context>();

    /** The context of a run's span, which begins when the run does. */
    const contextOf = (run: AnyActorRef): Context => {
      const begun = runs.get(run);
      if (begun) return begun;
      const attributes = { 'forecourt.workflow': id, 'forecourt.workflow.version': version };
      const span = tracer.startSpan(`workflow ${id}`, { attributes });
      const within = trace.setSpan(context.active(), span);
      runs.set(run, within);
      endsWith(span, run, () => describeEnd(span, run, workflow as Workflow<unknown>));
      return within;
    };

    const inSpan = (name: string, logic: AnyActorLogic): AnyActorLogic => {
      const start = logic.start as Start | undefined;
      // A machine's methods belong to its class, so a copy would lose them; it isn't one call anyway.
      if (!start || Object.getPrototypeOf(logic) !== Object.prototype) return logic;
      const begin: Start = (snapshot, scope) => {
        const { self } = scope;
        const run = contextOf(self._parent ?? self);
        const attributes = { 'forecourt.workflow': id, 'forecourt.step': name };
        const span = tracer.startSpan(`${id} ${name}`, { attributes }, run);
        endsWith(span, self, () => describeStep(span, self));
        context.with(trace.setSpan(run, span), () => start(snapshot, scope));
      };
      return { ...logic, start: begin as NonNullable<AnyActorLogic['start']> };
    };

    const actors = Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>);
    const traced = machine.provide({
      actors: Object.fromEntries(actors.map(([name, logic]) => [name, inSpan(name, logic)])),
    } as never);
    return { ...workflow, machine: withRunSpan(traced, contextOf) };
  };
}

/** The machine is asked to start before its first step, which a run that waits for a person hasn't yet. */
function withRunSpan(machine: AnyStateMachine, begin: (run: AnyActorRef) => void): AnyStateMachine {
  const start = machine.start.bind(machine) as Start;
  const withSpan: Start = (snapshot, scope) => {
    begin(scope.self);
    start(snapshot, scope);
  };
  return Object.assign(machine, { start: withSpan });
}
