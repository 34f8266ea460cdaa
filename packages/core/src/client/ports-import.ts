import { ApiError, noAnswerIn, timeoutError } from '../http/outcome.ts';
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
  /**
   * Shared by the imports of one run: once the service could not be asked about one import that the journal
   * knows, the others are not verified either.
   */
  readonly verification?: { failed: boolean };
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
 *
 * @param client whose session says for whom it works
 */
export function importAccount({ session }: Client): string {
  const { actingFor, company, user } = session.current ?? {};
  return actingFor?.id || company?.id || user?.id || '';
}

const tooLong = (ms: number): ApiError =>
  timeoutError({ operation: 'transactions.import', outcome: 'unknown' }, noAnswerIn(ms));

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
 * Returns what the journal knows of an import, after asking the service whether it still knows it: a restore of
 * an older backup loses imports. A service that can't be asked doesn't hold the import up; an ended session does.
 */
async function verified(
  client: Client,
  local: JournalEntry,
  { signal, state }: { readonly signal: AbortSignal; readonly state: { failed: boolean } },
): Promise<ImportRecord> {
  const kept = toRecord(local);
  if (state.failed) return { ...kept, unverified: true };
  try {
    const found = await findImport(client, local.key, signal);
    if (found === undefined) return { ...kept, lost: true };
    return found.state === 'done' ? kept : found;
  } catch (error) {
    if (signal.aborted || (error instanceof ApiError && error.status === 401)) throw error;
    state.failed = true;
    return { ...kept, unverified: true };
  }
}

/**
 * Returns the ports for an import. `find` asks the service about every import; the local journal adds what only it
 * knows, and is trusted if the service can't be reached and the entry is reconciled. A result file that breaks off
 * is requested once more under the same key.
 *
 * @param client whose session and connection are used
 * @param platform how a file is checked and a result saved here, and the local journal
 */
export function importPorts(client: Client, platform: ImportPlatform): ImportPorts {
  const state = platform.verification ?? { failed: false };
  return {
    access: client.session.access,
    check: platform.check,
    digest: platform.digest ?? ((file, signal) => digestFile(file.blob, signal)),
    account: () => importAccount(client),
    find: async (key, signal) => {
      const local = await platform.find?.(key, signal);
      if (local?.state === 'reconciled') {
        const known = await verified(client, local, { signal, state });
        const isThere = known.state === 'done' && !known.lost && !known.unverified;
        return isThere && local.result === undefined ? { ...known, resultLost: true } : known;
      }
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
