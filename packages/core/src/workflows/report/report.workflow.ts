import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { Issues } from '../../resource/form.types.ts';
import { when } from '../commands.ts';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import type { Failure } from '../view.ts';
import { defineWorkflow, type Workflow } from '../workflow.ts';
import type {
  ReportAsked,
  ReportEvent,
  ReportFigures,
  ReportPorts,
  ReportView,
} from './report.types.ts';

interface ReportContext {
  readonly asked: ReportAsked;
  readonly report: ReportFigures | undefined;
  readonly failure: Failure | undefined;
}

/** Returns what is wrong with the choices. */
type Check = (asked: ReportAsked) => Issues;

const isReady = (asked: ReportAsked, check: Check): boolean =>
  asked.report_type !== '' && Object.keys(check(asked)).length === 0;

const machineFor = (check: Check) =>
  setup({
    types: {
      context: {} as ReportContext,
      events: {} as ReportEvent,
      input: {} as Partial<ReportAsked>,
    },
    actors: { load: fromPromise<ReportFigures, ReportAsked>(placeholder) },
    guards: { ready: ({ context }) => isReady(context.asked, check) },
  }).createMachine({
    id: 'report',
    context: ({ input }) => ({
      asked: { report_type: '', ...input },
      report: undefined,
      failure: undefined,
    }),
    initial: 'deciding',
    on: {
      choose: {
        target: '.deciding',
        actions: assign(({ context, event }) => {
          const asked = { ...context.asked, ...event.asked };
          const other = asked.report_type !== context.asked.report_type;
          return { asked, ...(other && { report: undefined }) };
        }),
      },
    },
    states: {
      deciding: { always: [{ guard: 'ready', target: 'loading' }, { target: 'choosing' }] },
      choosing: {},
      loading: {
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context }) => context.asked,
          onDone: {
            target: 'shown',
            actions: assign({ report: ({ event }) => event.output, failure: undefined }),
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

type Machine = ReturnType<typeof machineFor>;

function viewFor(check: Check) {
  return ({
    context: { asked, failure, report },
    value: state,
  }: SnapshotFrom<Machine>): ReportView => {
    const commands = { reload: when(state === 'shown'), retry: when(state === 'failed') };
    const data = { asked, report, issues: check(asked) };
    if (state === 'failed' && failure) {
      return { status: 'failed', error: failure, needs: [], commands, data };
    }
    const step = state === 'shown' || state === 'loading' ? state : 'choosing';
    return { status: 'pending', step, busy: step === 'loading', needs: [], commands, data };
  };
}

/**
 * Shows a report (REP-02); it loads whenever its choices are complete. While something is wrong with them, the
 * service isn't asked; while it loads again, the former figures stay. Fails if the service can't make the report;
 * `retry` asks again.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const run = startWorkflow(reportWorkflow(reportPorts(client)), {
 *   input: { report_type: 'sales', from: '2026-11-01', to: '2026-11-18' },
 * });
 */
export function reportWorkflow(
  ports: ReportPorts,
): Workflow<ReportView, ReportEvent, Partial<ReportAsked>> {
  const check: Check = (asked) => ports.check(asked);
  const machine = machineFor(check).provide({
    actors: {
      load: fromPromise<ReportFigures, ReportAsked>(({ input, signal }) =>
        ports.load(input, signal),
      ),
    },
  });
  return defineWorkflow({
    id: 'report',
    version: 1,
    machine,
    view: viewFor(check),
    resume: ({ context }) => ({
      state: 'deciding',
      context: { ...context, report: undefined, failure: undefined },
    }),
  });
}
