import { toFailure } from '../failure.ts';
import { fromTask } from '../task.ts';
import type { Failure } from '../view.ts';
import { defineWorkflow, type Workflow } from '../workflow.ts';
import { downloadMachine } from './download.machine.ts';
import type {
  DownloadEvent,
  DownloadInput,
  DownloadOutput,
  DownloadPorts,
  DownloadProgress,
  DownloadView,
} from './download.types.ts';
import { downloadView } from './download.view.ts';

const refusal = (message: string): Failure => ({
  code: 'nothing_selected',
  message,
  outcome: 'none',
  retryable: false,
});

/**
 * Downloads a file and saves all of it or nothing (ERR-03). Of the files of several records it saves those that
 * could be made, and reports the rest (INV-10). Starts at once. A request that the port refuses
 * fails with 'nothing_selected' and never reaches the service.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const run = startWorkflow(downloadWorkflow(exportPorts(client, cards, keep)), {
 *   input: { request: { filters: [] } },
 * });
 */
export function downloadWorkflow<Request>(
  ports: DownloadPorts<Request>,
): Workflow<DownloadView, DownloadEvent, DownloadInput<Request>> {
  const machine = downloadMachine.provide({
    actors: {
      transfer: fromTask<DownloadOutput, { request: unknown }, DownloadProgress>(
        async ({ input, signal, onProgress }) => {
          const request = input.request as Request;
          const refused = ports.refuse(request);
          if (refused !== undefined) throw refusal(refused);
          try {
            const file = await ports.transfer(request, { signal, onProgress });
            return { file, message: file.report?.summary ?? ports.texts.success };
          } catch (error) {
            throw toFailure(error, ports.texts.failure);
          }
        },
      ),
    },
  });
  return defineWorkflow({ id: 'download', version: 1, machine, view: downloadView });
}
