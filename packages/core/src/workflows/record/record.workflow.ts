/**
 * One record of any resource: shown, created, changed or deleted, including conflicts with other users.
 * Start reading here: machine, form, conflict, sending and view are in the files named after them.
 * Operations on several rows belong to `action`.
 */

import { fromCallback, fromPromise } from 'xstate';
import { type Decision, refused } from '../../permissions/index.ts';
import { actionsOf } from '../actions-of.ts';
import { toFailure } from '../failure.ts';
import { perRun } from '../per-run.ts';
import { sendAgain } from '../sending.ts';
import { defineWorkflow, type StateAndContext, type Workflow } from '../workflow.ts';
import type { RecordContext } from './record.context.ts';
import { formFailureText, isSecret } from './record.form.ts';
import { recordMachine } from './record.machine.ts';
import { reloadingOpener, sendRecord } from './record.send.ts';
import type { ListsWanted } from './record.setup.ts';
import type { RecordEvent, RecordInput, RecordPorts, RecordView } from './record.types.ts';
import { recordView } from './record.view.ts';

type At = StateAndContext<ReturnType<typeof recordMachine>>;

const IN_DOUBT: readonly string[] = ['submitting', 'removing', 'resolving'];
const KEPT: readonly string[] = ['saved', 'done', 'left'];

/** Returns to the fields; an existing record is loaded first. */
const toFields = (context: RecordContext): At =>
  context.mode === 'create'
    ? { state: 'editing', context: { ...context, failure: undefined } }
    : { state: 'loading', context: { ...context, resumed: true } };

/**
 * The call may have been sent with a secret that this process doesn't have, so only the user can find out.
 */
const unresolvable = (context: RecordContext): At => ({
  state: 'failed',
  context: {
    ...context,
    secretsLost: true,
    failure: {
      code: 'outcome_unknown',
      message: 'It is not known whether this was saved.',
      detail: 'Look for the record before you enter it again.',
      outcome: 'unknown',
      retryable: false,
    },
  },
});

/**
 * Returns the state in which a saved record resumes: loads it again, puts the typed values on top, and asks
 * for the outcome of anything that may have been sent by its key. Secrets must be given again.
 */
export function resumeRecord({ state, context }: At): At {
  // A deletion sends no secret, even if one was typed before it.
  const lost = context.secretsProvided.length > 0 && context.doing !== 'remove';
  const kept = { ...context, record: undefined, lists: {}, secretsProvided: [] };
  if (KEPT.includes(state)) return { state, context: kept };
  if (IN_DOUBT.includes(state)) {
    return lost ? unresolvable(kept) : { state: 'resolving', context: kept };
  }
  if (state === 'failed' && kept.failure?.outcome === 'unknown') {
    return lost ? unresolvable(kept) : { state, context: kept };
  }
  if (kept.mode === 'remove') {
    return { state: 'confirmingRemove', context: { ...kept, failure: undefined } };
  }
  const editing = kept.mode === 'create' || kept.mode === 'edit';
  return editing ? toFields(kept) : { state: 'loading', context: kept };
}

/** Loads each list once, however often it is requested; a failed one is retried on request. */
export const listsFrom = ({ options }: Pick<RecordPorts<unknown>, 'options'>) =>
  fromCallback<ListsWanted>(({ receive, sendBack }) => {
    const leaving = new AbortController();
    const asked = new Set<string>();
    receive(({ lists }) => {
      for (const { key, params, reference } of lists) {
        if (asked.has(key)) continue;
        asked.add(key);
        options(reference, params, leaving.signal).then(
          (found) => sendBack({ type: 'list.received', key, options: found }),
          (error: unknown) => {
            asked.delete(key);
            sendBack({ type: 'list.failed', key, failure: toFailure(error) });
          },
        );
      }
    });
    return () => leaving.abort();
  });

/**
 * Shows, creates, changes or deletes one record of a resource. Answer the needs with `field.changed`, then `submit`;
 * a refusal shows at its fields and keeps what was typed (FORM-06). Every change has a key, so that retrying after a
 * lost response never does it twice (PAY-04). Values of secret fields stay with the run and never enter a snapshot
 * or a view. Fails if the record can't be loaded, or isn't there.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const run = startWorkflow(recordWorkflow(recordPorts(client, payments)), {
 *   input: { mode: 'create', provided: { invoice_id: '12' } },
 * });
 * run.send({ type: 'field.changed', name: 'amount_paid', value: '100.00' });
 * run.send({ type: 'submit' });
 */
export function recordWorkflow<Detail, Row = unknown, Name extends string = string>(
  ports: RecordPorts<Detail, Row, Name>,
): Workflow<RecordView<Detail, Row, Name>, RecordEvent<Name>, RecordInput<Name>> {
  const { definition } = ports;
  const secrets = perRun((): Record<string, string> => ({}));
  const actions = () => actionsOf(definition, ports.access());
  const may = (verb: string): Decision =>
    actions()[verb] ?? refused('not_offered', `A ${definition.noun[0]} has no such action.`);
  const send = (context: RecordContext, system: object, signal: AbortSignal, again = false) =>
    sendRecord(ports, context, secrets(system), { again, signal });
  const machine = recordMachine(definition, {
    definition,
    may,
    nonce: ports.nonce,
    secrets,
  }).provide({
    actors: {
      lists: listsFrom(ports),
      fetchRecord: fromPromise(async ({ input, signal }) => ports.fetchRecord(input.id, signal)),
      send: fromPromise(async ({ input, system, signal }) =>
        reloadingOpener(ports, input, signal, () => send(input, system, signal)),
      ),
      resolve: fromPromise(async ({ input, system, signal }) =>
        reloadingOpener(ports, input, signal, () =>
          sendAgain(() => send(input, system, signal, true), {
            clock: system._clock,
            signal,
            message: formFailureText(definition, input),
          }),
        ),
      ),
    },
    actions: {
      keepSecret: ({ context, system }, { name, value }) => {
        // Uses the fields as they were when the value was typed.
        if (isSecret(definition, context, name)) secrets(system)[name] = String(value ?? '');
      },
      forgetSecrets: ({ system }) => {
        const known = secrets(system);
        for (const name of Object.keys(known)) delete known[name];
      },
    },
  });
  // The machine knows the fields' names as text; the definition has them in its type.
  return defineWorkflow<typeof machine, RecordView<Detail, Row>, RecordEvent, RecordInput>({
    id: `${definition.name}.record`,
    version: 2,
    machine,
    resume: resumeRecord,
    view: (snapshot) =>
      recordView<Detail, Row>(snapshot, {
        definition,
        actions: actions(),
        may,
        access: ports.access(),
      }),
  }) as unknown as Workflow<RecordView<Detail, Row, Name>, RecordEvent<Name>, RecordInput<Name>>;
}
