import { fromPromise } from 'xstate';
import { ALLOWED, can, type Decision, refused } from '../../permissions/index.ts';
import type { ActionDefinition, Issues } from '../../resource/form.types.ts';
import { toFailure } from '../failure.ts';
import type { RecordContext } from '../record/record.context.ts';
import { recordMachine } from '../record/record.machine.ts';
import type { RecordEvent, RecordInput } from '../record/record.types.ts';
import { listsFrom, resumeRecord } from '../record/record.workflow.ts';
import { sendAgain } from '../sending.ts';
import { defineWorkflow, type Workflow } from '../workflow.ts';
import { formOf } from './action.definition.ts';
import type { ActionPorts, ActionView } from './action.types.ts';
import { ALREADY_DONE, actionView, settled } from './action.view.ts';

/** Refuses the action if it needs rows and none are selected, or if it takes one record and there are several. */
function selection(
  { definition }: Pick<ActionPorts, 'definition'>,
  ids: readonly string[] = [],
): Decision {
  const { on, texts } = definition;
  if (on === 'row' && ids.length > 1) {
    const text = `This is done with one record at a time, and ${ids.length} were given.`;
    return refused('one_at_a_time', text);
  }
  if (on === 'list' || ids.length > 0) return ALLOWED;
  return refused('nothing_selected', texts.none ?? 'Choose at least one row first.');
}

/** Disables submit until all required values are given (CARD-07). */
function complete(issues: Issues): Decision {
  const missing = Object.values(issues)
    .flat()
    .find(({ code }) => code === 'required');
  return missing ? refused(missing.code, missing.message) : ALLOWED;
}

/**
 * An action on the selected rows, or on none: assign, e-mail, a template, a report. Collects its fields, if
 * it has any, and runs on `submit`. An action without fields, such as an invoice's e-mail, runs as soon as
 * the run starts: ask first, with `previewAction`. Without a required selection it fails with
 * 'nothing_selected' before anything is sent, and with several records for an action on one with
 * 'one_at_a_time'. It uses one key, so that retrying after a lost response never does it twice.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const assign = cards.actions?.find(({ name }) => name === 'assign');
 * if (assign) {
 *   const run = startWorkflow(actionWorkflow(actionPorts(client, cards, assign, keep)), {
 *     input: { ids: ['7', '8'] },
 *   });
 * }
 */
export function actionWorkflow<Name extends string = string>(
  ports: ActionPorts<Name>,
): Workflow<ActionView<Name>, RecordEvent<Name>, RecordInput<Name>> {
  const action: ActionDefinition = ports.definition;
  const definition = formOf(action);
  const permission = (): Decision => {
    const right = can(ports.access(), action.action);
    return right.allowed ? (ports.refuse?.() ?? ALLOWED) : right;
  };
  const may = (_verb: string, { failure, input, issues }: RecordContext): Decision => {
    const before = failure && settled(failure, action);
    // What somebody else did can't be done again.
    if (before?.code === ALREADY_DONE) return refused(before.code, before.message);
    const chosen = selection(ports, input.ids);
    const right = chosen.allowed ? permission() : chosen;
    return right.allowed ? complete(issues) : right;
  };
  const failureText = (_context: RecordContext, error: unknown): string => {
    const { failure, failureStatus, unanswered = failure } = action.texts;
    const { status } = toFailure(error);
    return status === undefined ? unanswered : (failureStatus?.(status) ?? failure);
  };
  const run = ({ draft, input, key = '' }: RecordContext, signal: AbortSignal) =>
    ports.run({ ids: input.ids ?? [], draft, key }, signal);
  const machine = recordMachine(definition, {
    definition,
    may,
    nonce: ports.nonce,
    secrets: () => ({}),
    failureText,
    over: ({ failure }) => failure !== undefined && settled(failure, action).code === ALREADY_DONE,
    immediate: action.fields.length === 0,
    mode: 'create',
    sendsCalls: false,
  }).provide({
    actors: {
      lists: listsFrom(ports),
      send: fromPromise(async ({ input, signal }) => run(input, signal)),
      resolve: fromPromise(async ({ input, system, signal }) =>
        sendAgain(() => run(input, signal), {
          clock: system._clock,
          signal,
          message: action.texts.failure,
        }),
      ),
    },
  });
  // The machine knows the fields' names as text; the definition has them in its type.
  return defineWorkflow<typeof machine, ActionView, RecordEvent, RecordInput>({
    id: `action.${action.name}`,
    version: 1,
    machine,
    resume: resumeRecord,
    view: (snapshot) =>
      actionView(snapshot, {
        action,
        definition,
        may,
        permission: permission(),
        chosen: selection(ports, snapshot.context.input.ids),
      }),
  }) as unknown as Workflow<ActionView<Name>, RecordEvent<Name>, RecordInput<Name>>;
}
