import { ApiError, timeoutError } from '../http/outcome.ts';
import type { FormFields } from '../http/transfer.ts';
import type { ImportPorts, ImportRecord, JournalEntry } from '../workflows/import/import.types.ts';
import { type Client, DEFAULT_IMPORT_LIMITS } from './client.ts';
import { digestFile } from './digest-file.ts';
import { findImport, sendImport } from './imports.ts';
import { type KeepFile, keepOrLetGo, randomText } from './ports.ts';

/** What an import needs from the platform. */
export interface ImportPlatform extends Pick<ImportPorts, 'check'> {
  readonly keep: KeepFile;
  /** Default: SHA-256 in this thread, in chunks. */
  readonly digest?: ImportPorts['digest'];
  /** Returns the local journal's entry for a key, if the platform has a journal. */
  readonly find?: (key: string, signal: AbortSignal) => Promise<JournalEntry | undefined>;
  /** Writes to the local journal; does nothing by default. */
  readonly record?: ImportPorts['record'];
  /** Fields to send along with the file; none by default. */
  readonly fields?: () => FormFields;
  /** Default: 16 random bytes. */
  readonly nonce?: () => string;
}

/**
 * Returns the id of the account that imports belong to: the account acted for, otherwise the user's
 * company, otherwise the user.
 */
export function importAccount({ session }: Client): string {
  const { actingFor, company, user } = session.current ?? {};
  return actingFor?.id || company?.id || user?.id || '';
}

const tooLong = (ms: number): ApiError =>
  timeoutError({ operation: 'transactions.import', outcome: 'unknown' }, `${ms / 1000} s`);

/**
 * Returns whether the outcome hasn't been reported to the user yet; an entry with differing counts has
 * been.
 */
const isOpen = (local: JournalEntry | undefined): boolean =>
  local !== undefined && (local.state !== 'acknowledged' || local.note === undefined);

function toRecord({ rows: _, note: __, ...entry }: JournalEntry): ImportRecord {
  return { ...entry, state: 'done' };
}

/**
 * Ports for an import. `find` uses the local journal only for entries that are reconciled, and asks the
 * service about all others. A result file that breaks off is requested once more under the same key.
 */
export function importPorts(client: Client, platform: ImportPlatform): ImportPorts {
  return {
    access: client.session.access,
    check: platform.check,
    digest: platform.digest ?? ((file, signal) => digestFile(file.blob, signal)),
    account: () => importAccount(client),
    find: async (key, signal) => {
      const local = await platform.find?.(key, signal);
      if (local?.state === 'reconciled') return toRecord(local);
      const found = await findImport(client, key, signal);
      if (!found || !isOpen(local)) return found;
      const { result } = local ?? {};
      const resultLost = found.state === 'done' && result === undefined;
      return {
        ...found,
        wasOpen: true,
        ...(result && { result }),
        ...(resultLost && { resultLost }),
      };
    },
    record: platform.record ?? (async () => undefined),
    ...(platform.fields && { fields: platform.fields }),
    send: async (file, { onProgress, onAnswer, signal: stop }) => {
      const { wholeMs } = client.imports ?? DEFAULT_IMPORT_LIMITS;
      const whole = AbortSignal.timeout(wholeMs);
      const signal = AbortSignal.any([stop, whole]);
      const request = { ...file, fields: [...(platform.fields?.() ?? []), ...(file.fields ?? [])] };
      const tools = { signal, onProgress: () => undefined };
      const sendAndKeep = async () => {
        const { download, record, replayed } = await sendImport(client, request, signal);
        onProgress(request.file.blob.size);
        await onAnswer?.(record);
        return { record, replayed, result: await keepOrLetGo(download, platform.keep, tools) };
      };
      return sendAndKeep().catch((error: unknown) => {
        const cutOff = error instanceof ApiError && error.code === 'cut_off' && !signal.aborted;
        if (cutOff) return sendAndKeep();
        if (whole.aborted && !stop.aborted) throw tooLong(wholeMs);
        throw error;
      });
    },
    nonce: platform.nonce ?? randomText,
  };
}
