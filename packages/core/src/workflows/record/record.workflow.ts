import { fromPromise } from 'xstate';
import type { Workflow } from '../workflow.ts';
import { recordMachine } from './record.machine.ts';
import type { RecordPorts, RecordView } from './record.types.ts';
import { recordView } from './record.view.ts';

/** One record of a resource, read; a record that came stays in sight while it is loaded again. */
export function recordWorkflow<Detail>(
  ports: RecordPorts<Detail>,
): Workflow<typeof recordMachine, RecordView<Detail>> {
  const { definition } = ports;
  const machine = recordMachine.provide({
    actors: {
      fetchRecord: fromPromise(async ({ input, signal }) => ports.fetchRecord(input.id, signal)),
    },
  });
  return {
    id: `${definition.name}.record`,
    version: 1,
    machine,
    view: (snapshot) => recordView<Detail>(snapshot, definition, ports.access()),
  };
}
