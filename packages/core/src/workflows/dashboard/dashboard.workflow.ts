import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { when } from '../commands.ts';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import type { Failure } from '../view.ts';
import { defineWorkflow, type Workflow } from '../workflow.ts';
import type {
  Dashboard,
  DashboardEvent,
  DashboardPorts,
  DashboardView,
} from './dashboard.types.ts';

interface DashboardContext {
  readonly dashboard: Dashboard | undefined;
  readonly tables: boolean;
  readonly failure: Failure | undefined;
}

const dashboardMachine = setup({
  types: {
    context: {} as DashboardContext,
    events: {} as DashboardEvent,
    input: {} as { readonly tables?: boolean },
  },
  actors: { load: fromPromise<Dashboard>(placeholder) },
}).createMachine({
  id: 'dashboard',
  context: ({ input }) => ({
    dashboard: undefined,
    tables: input.tables ?? false,
    failure: undefined,
  }),
  initial: 'loading',
  on: { tables: { actions: assign({ tables: ({ event }) => event.shown }) } },
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        onDone: {
          target: 'shown',
          actions: assign({ dashboard: ({ event }) => event.output, failure: undefined }),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
        },
      },
    },
    shown: { on: { reload: 'loading' } },
    failed: { on: { retry: 'loading' } },
  },
});

function dashboardView({
  context: { dashboard, failure, tables },
  value: state,
}: SnapshotFrom<typeof dashboardMachine>): DashboardView {
  const commands = { reload: when(state === 'shown'), retry: when(state === 'failed') };
  const data = { dashboard, tables };
  if (state === 'failed' && failure) {
    return { status: 'failed', error: failure, needs: [], commands, data };
  }
  const step = state === 'shown' ? 'shown' : 'loading';
  return { status: 'pending', step, busy: step === 'loading', needs: [], commands, data };
}

/**
 * Shows the dashboard (SHELL-10), or another page of figures, such as a customer's (CUST-03); it loads at once.
 * While it reloads, the former figures stay. Fails if the figures can't be loaded; `retry` asks again.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const run = startWorkflow(dashboardWorkflow(dashboardPorts(client)), { input: {} });
 * const { data } = await run.until((view) => view.status !== 'pending' || !view.busy);
 */
export function dashboardWorkflow<Page extends Dashboard = Dashboard>(
  ports: DashboardPorts<Page>,
): Workflow<DashboardView<Page>, DashboardEvent, { readonly tables?: boolean }> {
  const machine = dashboardMachine.provide({
    actors: { load: fromPromise(({ signal }) => ports.load(signal)) },
  });
  return defineWorkflow({
    id: 'dashboard',
    version: 1,
    machine,
    // Whatever the machine holds came from these ports.
    view: (snapshot) => dashboardView(snapshot) as DashboardView<Page>,
    resume: ({ context }) => ({
      state: 'loading',
      context: { ...context, dashboard: undefined, failure: undefined },
    }),
  });
}
