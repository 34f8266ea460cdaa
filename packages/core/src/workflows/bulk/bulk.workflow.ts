/**
 * The same change of picked rows, one after another: hold and activate cards, e-mail invoices (LIST-15).
 * Start reading here: machine, view and outcomes are in the files named after them.
 */
import { fromPromise } from 'xstate';
import { BULK_MESSAGES } from '../../messages/bulk-messages.ts';
import { ALLOWED, can, type Decision, refused } from '../../permissions/index.ts';
import { checkFields } from '../../resource/form-rules.ts';
import { toFailure } from '../failure.ts';
import { isInDoubt, sendAgain } from '../sending.ts';
import { defineWorkflow, type Workflow } from '../workflow.ts';
import { type BulkContext, bulkMachine } from './bulk.machine.ts';
import type { BulkEvent, BulkInput, BulkPorts, BulkView } from './bulk.types.ts';
import { bulkView } from './bulk.view.ts';

/**
 * A run over picked rows: asks first, changes one row after another, and reports what was done and what not, with
 * the reason. Each row has its own key, so that a lost answer is asked for again and nothing is done twice. `stop`
 * ends it after the current row; `again` tries what was not done. Rows already in that state are left alone. A row
 * that fails is left and reported, and the run goes on.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const hold = cards.bulk?.find(({ name }) => name === 'hold');
 * if (hold) {
 *   const run = startWorkflow(bulkWorkflow(bulkPorts(client, cards, hold)), {
 *     input: { rows: [{ id: '7', label: 'card 7076 8500 0000 0012' }] },
 *   });
 *   run.send({ type: 'confirm' });
 * }
 */
export function bulkWorkflow(ports: BulkPorts): Workflow<BulkView, BulkEvent, BulkInput> {
  const { definition } = ports;
  const permission = ({ rows }: BulkContext): Decision =>
    rows.length === 0
      ? refused('nothing_selected', BULK_MESSAGES.none)
      : can(ports.access(), definition.action);
  const filledIn = ({ draft }: BulkContext): Decision => {
    const [first] = Object.values(checkFields(definition.fields ?? [], draft)).flat();
    return first ? refused(first.code, first.message) : ALLOWED;
  };
  const machine = bulkMachine(ports.nonce, ports.lookBack !== undefined).provide({
    actors: {
      lookBack: fromPromise(async ({ input, signal }) => ports.lookBack?.(input, signal)),
      change: fromPromise(async ({ input, signal, system }) => {
        try {
          return await ports.run(input.row, signal, input.draft);
        } catch (error) {
          // Without a session the service answers nothing about the row.
          if (!isInDoubt(error) || toFailure(error).status === 401) throw error;
          const message = BULK_MESSAGES.unknown;
          return sendAgain(() => ports.run(input.row, signal, input.draft), {
            clock: system._clock,
            signal,
            message,
          });
        }
      }),
    },
    guards: {
      permitted: ({ context }) => permission(context).allowed && filledIn(context).allowed,
    },
  });
  return defineWorkflow({
    id: `bulk.${definition.name}`,
    version: 1,
    machine,
    // A row that was being sent has no outcome yet: it goes on under its key.
    resume: ({ context, state }) => ({
      state: state === 'running' ? 'next' : state,
      context: { ...context, stopping: false },
    }),
    view: (snapshot) =>
      bulkView(snapshot, ports, permission(snapshot.context), filledIn(snapshot.context)),
  });
}
