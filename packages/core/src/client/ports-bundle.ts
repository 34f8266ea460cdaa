import { makeZip } from 'client-zip';
import { freeFileName, safeFileName } from '../format/file-names.ts';
import type { Download } from '../http/http.types.ts';
import { downloadFile } from '../http/transfer.ts';
import { BULK_MESSAGES } from '../messages/bulk-messages.ts';
import type { BundleDefinition } from '../resource/form.types.ts';
import { readReference } from '../resource/record-reference.ts';
import type { AnyListed } from '../resource/resource.types.ts';
import { endsRun, outcomeOf, waiting } from '../workflows/bulk/bulk.outcome.ts';
import { reasonText, reportOf } from '../workflows/bulk/bulk.report.ts';
import type { BulkOutcome, BulkReport, ReportRow } from '../workflows/bulk/bulk.types.ts';
import type { DownloadPorts } from '../workflows/download/download.types.ts';
import { toFailure } from '../workflows/failure.ts';
import type { Failure } from '../workflows/view.ts';
import type { Client } from './client.ts';
import { type KeepFile, keepOrLetGo } from './ports.ts';

/** The records whose files are wanted, by `BundleDefinition.key`. */
export interface BundleRequest {
  readonly keys: readonly string[];
}

/** Uses a reader because in browsers a Response around the body would hide its error. */
async function* chunksOf({ body }: Download): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value as Uint8Array<ArrayBuffer>;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

interface WholeFile {
  readonly id: string;
  readonly input: Uint8Array<ArrayBuffer>;
}

/** Reads a file whole, so that one that breaks off doesn't break the ZIP. */
async function wholeFile(download: Download): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of chunksOf(download)) parts.push(part);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A failure of this file alone: it was cut off, or the service could not make it. */
const isOfFile = ({ code, status }: Failure): boolean => code === 'cut_off' || status === 500;

/** Returns why a file is missing, and whether the other files would fail for the same reason. */
function judged(error: unknown): { readonly outcome: BulkOutcome; readonly ends: boolean } {
  const failure = toFailure(error);
  if (!isOfFile(failure)) return { outcome: outcomeOf(error), ends: endsRun(error) };
  const { code, detail, message, requestId } = failure;
  const own = code === 'cut_off' ? BULK_MESSAGES.cut_off : (detail ?? message);
  return {
    outcome: {
      ...{ state: 'failed', reason: 'refused', message: own },
      ...(requestId && { requestId }),
    },
    ends: false,
  };
}

/**
 * Yields the files that can be made, one by one; requests the next one only after the previous one is in the
 * ZIP. Sets each row's outcome. After a lost session or service the rest isn't tried.
 */
async function* filesOf(
  rows: ReportRow[],
  fetch: (key: string) => Promise<Download>,
  signal: AbortSignal,
  errors: unknown[],
): AsyncGenerator<WholeFile, void, void> {
  for (const [at, row] of rows.entries()) {
    let input: Uint8Array<ArrayBuffer>;
    try {
      input = await wholeFile(await fetch(row.id));
    } catch (error) {
      signal.throwIfAborted();
      const { ends, outcome } = judged(error);
      rows[at] = { ...row, outcome };
      errors.push(error);
      if (!ends) continue;
      for (const [later, waits] of rows.entries()) {
        if (later > at) rows[later] = { ...waits, outcome: waiting('waits') };
      }
      return;
    }
    rows[at] = { ...row, outcome: { state: 'done' } };
    yield { id: row.id, input };
  }
}

/** The failure of a download of several files of which none could be made. */
function nothingMade(report: BulkReport, error: unknown): unknown {
  const [first] = report.left;
  // A lost session, right or service says all by itself.
  const reason = first?.outcome && 'reason' in first.outcome ? first.outcome.reason : undefined;
  if (reason === 'session_ended' || reason === 'unreachable') return error;
  const detail = report.left.map((row) => `${row.label}: ${reasonText(row)}`).join('\n');
  return { code: 'nothing_made', message: report.summary, detail, outcome: 'none', report };
}

const withoutRepeats = (keys: readonly string[]): readonly string[] => [...new Set(keys)];

/**
 * Returns the ports for the files of selected records, all of one type: a single file as it is, several as one ZIP
 * that is built while they arrive (INV-10). The ZIP has the files that could be made; the saved file's report names
 * the others with the reason. A file that breaks off is never kept (ERR-03); if none can be made, nothing is. Throws
 * a TypeError if the resource has no such files.
 *
 * @param client whose session and connection are used
 * @param resource the definition of the records' resource
 * @param type the files' type, one of the resource's `bundle`: 'PDF'
 * @param keep saves the file that arrives
 */
export function bundlePorts(
  client: Client,
  resource: AnyListed,
  type: string,
  keep: KeepFile,
): DownloadPorts<BundleRequest> {
  const bundle: BundleDefinition<unknown> | undefined = resource.bundle;
  if (bundle === undefined) throw new TypeError(`${resource.name} has no files to bundle.`);
  const fetch = (key: string, signal: AbortSignal) =>
    downloadFile(client.http, {
      operation: `${resource.name}.download`,
      method: 'GET',
      path: bundle.path(key, type),
      signal,
    });
  const { named = 'id' } = resource;
  const label = bundle.types.find(({ key }) => key === type)?.value ?? type;
  return {
    transfer: async ({ keys }, tools) => {
      const wanted = withoutRepeats(keys);
      const { signal } = tools;
      const [only = ''] = wanted;
      if (wanted.length === 1) {
        const file = await fetch(only, signal);
        return keepOrLetGo({ ...file, fileName: bundle.fileName(type) }, keep, tools);
      }
      const rows = wanted.map((id): ReportRow => ({ id, label: readReference(id, named).text }));
      const errors: unknown[] = [];
      const files = filesOf(rows, (key) => fetch(key, signal), signal, errors);
      const report = () => reportOf(rows, { noun: resource.noun, done: 'saved' });
      const taken = new Set<string>();
      const entryOf = ({ id, input }: WholeFile) => {
        const name = freeFileName(safeFileName(bundle.entryName(id, type)), taken);
        return { name, input, lastModified: new Date() };
      };
      const first = await files.next();
      if (first.done) throw nothingMade(report(), errors[0]);
      const entries = async function* () {
        yield entryOf(first.value);
        for await (const file of files) yield entryOf(file);
      };
      const zip: Download = {
        fileName: bundle.bundleName,
        contentType: 'application/zip',
        length: undefined,
        headers: new Headers(),
        requestId: undefined,
        body: makeZip(entries()),
      };
      const file = await keepOrLetGo(zip, keep, tools);
      return errors.length === 0 ? file : { ...file, report: report() };
    },
    refuse: ({ keys }) => (keys.length === 0 ? bundle.texts.none : undefined),
    texts: { success: bundle.texts.success(label), failure: bundle.texts.failure(label) },
  };
}
