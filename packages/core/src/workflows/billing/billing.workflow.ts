import { fromPromise } from 'xstate';
import { can } from '../../permissions/index.ts';
import { defineWorkflow, type Workflow } from '../workflow.ts';
import { billingMachine } from './billing.machine.ts';
import type {
  BillingEvent,
  BillingRunInput,
  BillingRunPorts,
  BillingView,
} from './billing.types.ts';
import { billingView, isComplete } from './billing.view.ts';
import { lookAt, makeOf, settleOpen } from './run-billing.ts';

/**
 * An interactive billing run (INV-14): a period and its companies are chosen, what would be billed
 * is previewed, and exactly that is billed. Lines that changed since are refused, and shown by the next preview.
 * After a lost answer, another try asks for the outcome under the same key. Fails if companies or lines can't be
 * loaded, or an invoice isn't created.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const run = startWorkflow(billingWorkflow(billingRunPorts(client)), {
 *   input: { from: '2026-10-01', to: '2026-10-31' },
 * });
 */
export function billingWorkflow(
  ports: BillingRunPorts,
): Workflow<BillingView, BillingEvent, BillingRunInput> {
  const permission = () => can(ports.access(), 'invoices.create');
  const machine = billingMachine.provide({
    actors: {
      load: fromPromise(async ({ signal }) => ({
        companies: await ports.companies(signal),
        currencies: await ports.currencies(signal),
      })),
      look: fromPromise(async ({ input, signal }) => {
        const { found, sums } = await lookAt(ports, input, signal);
        return { outcome: found, sums };
      }),
      make: fromPromise(async ({ input: { period, row }, signal }) => {
        const settled = await settleOpen(ports, period, ports.keeper(period), signal);
        const { made } = settled
          ? { made: { ...row.outcome, ...settled } }
          : await makeOf(ports, period, row.sums, signal);
        return { ...row, outcome: made };
      }),
    },
    guards: { ready: ({ context }) => permission().allowed && isComplete(context).allowed },
  });
  return defineWorkflow({
    id: 'billing',
    version: 1,
    machine,
    view: (snapshot) => billingView(snapshot, permission()),
    // What was billed is billed, and a new preview shows the rest.
    resume: ({ context }) => ({
      state: 'loading',
      context: { ...context, periods: [], rows: [], stopping: false, failure: undefined },
    }),
  });
}
