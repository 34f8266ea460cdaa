/**
 * A list of any resource: pages, filters, selection and the deletion of a row. Start reading here: machine,
 * query and view are in the files named after them. Editing a row belongs to `record`.
 */

import { fromPromise } from 'xstate';
import { etagOf } from '../../http/bodies.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type { AnyListed, FieldOf, ListNames } from '../../resource/resource.types.ts';
import { rowLabel } from '../../resource/row-label.ts';
import { actionsOf } from '../actions-of.ts';
import { isInDoubt, sendAgain } from '../sending.ts';
import { defineWorkflow, type Workflow } from '../workflow.ts';
import { listMachine } from './list.machine.ts';
import type { ListEvent, ListInput, ListPorts, ListView } from './list.types.ts';
import { listView } from './list.view.ts';

/** Returns the keys of the rows' files by id (INV-10). */
function keysOf({ bundle, id }: AnyListed, rows: readonly unknown[]): Record<string, string> {
  return bundle ? Object.fromEntries(rows.map((row) => [id(row), bundle.key(row)])) : {};
}

const etagsOf = ({ id }: AnyListed, rows: readonly unknown[]): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const etag = etagOf(row);
      return etag === undefined ? [] : [[id(row), etag]];
    }),
  );

const labelsOf = (definition: AnyListed, rows: readonly unknown[]): Record<string, string> =>
  Object.fromEntries(rows.map((row) => [definition.id(row), rowLabel(definition, row as object)]));

/**
 * A resource's list: page, pager, sort, filters and selection. Each new query starts a request and aborts the
 * previous one, so that a slow response never overwrites a newer one (LIST-12). A page past the end becomes the last
 * page. Fails if a page can't be loaded; the rows that were there stay, and `retry` asks again.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const run = startWorkflow(listWorkflow(listPorts(client, cards)), { input: { query: { size: 25 } } });
 * const { data } = await run.until((view) => view.status !== 'pending' || !view.busy);
 * run.send({ type: 'page.changed', page: 1 });
 */
export function listWorkflow<Row, Names extends ListNames = ListNames<FieldOf<Row>>>(
  ports: ListPorts<Row, Names>,
): Workflow<ListView<Row, Names>, ListEvent<Row, Names>, ListInput<Row, Names>> {
  const { definition } = ports;
  const machine = listMachine(definition.list.defaultSort).provide({
    actors: {
      fetchPage: fromPromise(async ({ input, signal }) => {
        const page = await ports.fetchPage(input, signal);
        return {
          page,
          ids: page.rows.map(definition.id),
          keys: keysOf(definition, page.rows),
          etags: etagsOf(definition, page.rows),
          labels: labelsOf(definition, page.rows),
        };
      }),
      remove: fromPromise(async ({ input: { id, etag }, system, signal }) => {
        const key = ports.nonce?.() ?? id;
        const send = async () => ports.remove?.(id, key, signal, etag);
        await send().catch((error: unknown) => {
          if (!isInDoubt(error)) throw error;
          const message = MESSAGES.operationError;
          return sendAgain(send, { clock: system._clock, signal, message });
        });
      }),
    },
    guards: {
      removable: () =>
        ports.remove !== undefined &&
        definition.remove !== undefined &&
        actionsOf(definition, ports.access()).delete?.allowed === true,
    },
  });
  return defineWorkflow({
    id: `${definition.name}.list`,
    version: 1,
    machine,
    // Reloading the page shows whether the row was deleted.
    resume: ({ context }) => ({
      state: 'loading',
      context: {
        ...context,
        loaded: undefined,
        removing: undefined,
        changed: false,
        result: undefined,
      },
    }),
    view: (snapshot) => listView<Row, Names>(snapshot, definition, ports.access()),
  });
}
