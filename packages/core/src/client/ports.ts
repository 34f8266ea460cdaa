import type { Download } from '../http/http.types.ts';
import { wholeRows } from '../http/whole-rows.ts';
import type { AnyListed, FieldOf, ListedResource, ListNames } from '../resource/resource.types.ts';
import { type ExportBy, exportRows, listRows } from '../resource/resource-client.ts';
import type {
  DownloadPorts,
  DownloadProgress,
  SavedFile,
} from '../workflows/download/download.types.ts';
import type { ListPorts } from '../workflows/list/list.types.ts';
import type { Client } from './client.ts';
import { type ExportPlan, missingRows } from './export-plan.ts';
import { sendChange } from './send-change.ts';

/**
 * Stores a file where the platform keeps files. If the download fails, rejects and keeps nothing (ERR-03).
 */
export type KeepFile = (
  download: Download,
  tools: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: DownloadProgress) => void;
  },
) => Promise<SavedFile>;

/**
 * Returns the ports for a list of a resource: load pages and delete rows. Deleting rejects with a TypeError if the
 * resource doesn't support it.
 *
 * @param client whose session and connection are used
 * @param definition the definition of the resource
 */
export const listPorts = <Row, Names extends ListNames = ListNames<FieldOf<Row>>>(
  client: Client,
  definition: ListedResource<Row, Names>,
): ListPorts<Row, Names> => ({
  definition: definition as AnyListed,
  fetchPage: (query, signal) => listRows(client, definition as AnyListed, query, signal),
  remove: async (id, idempotencyKey, signal, etag) => {
    const { name, remove } = definition;
    if (remove === undefined) throw new TypeError(`${name} has no way to delete.`);
    const call = { operation: `${name}.delete`, method: 'DELETE', path: remove.path(id) } as const;
    await sendChange(client, { ...call, idempotencyKey, ifMatch: etag, signal });
  },
  nonce: randomText,
  access: client.session.access,
});

/** Saves a file; on failure cancels its body, which releases the connection. */
export async function keepOrLetGo(
  download: Download,
  keep: KeepFile,
  tools: Parameters<KeepFile>[1],
): Promise<SavedFile> {
  try {
    return await keep(download, tools);
  } catch (error) {
    // Rejects if a reader still holds the body; that reader already has the error.
    download.body.cancel().catch(() => undefined);
    throw error;
  }
}

/**
 * Returns the ports for the export of a resource. Throws a TypeError if it has none. A file that ends too early is not
 * kept: the transfer rejects with a 'cut_off' `ApiError` (ERR-03).
 *
 * @param client whose session and connection are used
 * @param definition the definition of the resource
 * @param keep saves the file that arrives
 * @param plan what was counted before: a file with fewer rows, of a list that has as many as then, was cut off
 */
export function exportPorts<Row, Names extends ListNames = ListNames<FieldOf<Row>>>(
  client: Client,
  definition: ListedResource<Row, Names>,
  keep: KeepFile,
  plan?: ExportPlan,
): DownloadPorts<ExportBy<Names>> {
  const offered = definition.export;
  if (offered === undefined) throw new TypeError(`${definition.name} has no export.`);
  return {
    transfer: async (request, tools) => {
      const download = await exportRows(client, definition, request, tools.signal);
      const { body, rows } = wholeRows(
        download.body,
        { operation: `${definition.name}.export`, outcome: 'none' },
        (saved) => missingRows(client, definition as AnyListed, plan, saved),
      );
      const file = await keepOrLetGo({ ...download, body }, keep, tools);
      return { ...file, rows: rows() };
    },
    refuse: (request) =>
      'ids' in request && request.ids.length === 0 ? offered.texts.none : undefined,
    texts: offered.texts,
  };
}

/** Returns 16 random bytes in hex. */
export const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
