import { fromPromise } from 'xstate';
import type { Workflow } from '../workflow.ts';
import { listMachine } from './list.machine.ts';
import type { ListPorts, ListView } from './list.types.ts';
import { listView } from './list.view.ts';

/**
 * A resource's list: its page, pager, sort, filters and selection. Each query that differs starts a new
 * request and aborts the one under way, so a slow answer never overwrites a newer one (LIST-12). A page
 * past the end becomes the last page.
 */
export function listWorkflow<Row>(
  ports: ListPorts<Row>,
): Workflow<ReturnType<typeof listMachine>, ListView<Row>> {
  const { definition } = ports;
  const machine = listMachine(definition.list.defaultSort).provide({
    actors: {
      fetchPage: fromPromise(async ({ input, signal }) => {
        const page = await ports.fetchPage(input, signal);
        return { page, ids: page.rows.map(definition.id) };
      }),
    },
  });
  return {
    id: `${definition.name}.list`,
    version: 1,
    machine,
    view: (snapshot) => listView<Row>(snapshot, definition, ports.access()),
  };
}
