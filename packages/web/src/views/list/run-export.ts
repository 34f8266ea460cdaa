import { type AnyListed, type Client, downloadWorkflow, exportPorts } from '@forecourt/core';
import { keepDownload } from '../../platform/save-file.ts';
import { runWorkflow } from '../../workflow/use-workflow.ts';

/** Saves the selected rows as a file; returns the result. */
export function runExport(client: Client, definition: AnyListed, ids: readonly string[]) {
  const ports = exportPorts(client, definition, keepDownload(definition.export?.fileName ?? ''));
  return runWorkflow(downloadWorkflow(ports), { request: { ids } });
}
