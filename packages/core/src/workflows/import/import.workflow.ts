/**
 * The import of a provider's file: check, review, send once, learn the outcome, keep the journal. Start
 * reading here: machine, context, journal and view are in the files named after them. The check itself is
 * in `provider-files`.
 */

import { fromPromise } from 'xstate';
import { can } from '../../permissions/index.ts';
import type { CheckReport, ProviderFile } from '../../provider-files/types.ts';
import { FILE_GONE } from '../failure.ts';
import { perRun } from '../per-run.ts';
import { isProviderFile } from '../provider-file.ts';
import { fromTask } from '../task.ts';
import type { Workflow } from '../workflow.ts';
import {
  brokenOff,
  journalEntry,
  noted,
  noteSending,
  ownEntry,
  resultNotKept,
} from './import.journal.ts';
import { importMachine } from './import.machine.ts';
import { resumeImport } from './import.resume.ts';
import type { Look, Looked, Subject } from './import.setup.ts';
import type { ImportPorts, ImportRecord, ImportView, SentImport } from './import.types.ts';
import { importView } from './import.view.ts';
import { importKey } from './import-key.ts';

const actorsFor = (ports: ImportPorts, fileOf: (system: object) => ProviderFile) => ({
  check: fromTask<CheckReport, { provider: string; accept: readonly string[] }, number>(
    async ({ input: { accept, provider }, system, signal, onProgress }) =>
      ports.check(fileOf(system), provider, { signal, onProgress, accept }),
  ),
  look: fromPromise<Looked, Look>(async ({ input, system, signal }) => {
    const { provider, force, known: knownKey, rows, fields: accepted } = input;
    const sha256 = await ports.digest(fileOf(system), signal);
    const nonce = force ? ports.nonce() : undefined;
    const fields = [...(ports.fields?.() ?? []), ...accepted];
    const parts = { sha256, provider, account: ports.account(), nonce, fields };
    const key = knownKey ?? importKey(parts);
    const known = await ports.find(key, signal);
    const lost = known?.lost ? known : undefined;
    const earlier = lost ? undefined : known;
    const fileName = fileOf(system).name;
    const subject = { key, sha256, provider, fileName, rows, fields: accepted };
    const found = earlier?.resultLost
      ? await withResult(ports, { ...subject, file: fileOf(system) }, earlier, signal)
      : earlier;
    if (found?.wasOpen) await noted(ports, journalEntry(found, rows));
    return { key, sha256, found, lost };
  }),
  plan: fromPromise<void, Subject>(async ({ input }) => ports.record(ownEntry(input, 'planned'))),
  send: fromTask<SentImport, Subject & { inDoubt: boolean }, number>(
    async ({ input, system, signal, onProgress }) => {
      const { key, provider, sha256, rows } = input;
      await noteSending(ports, input);
      let answer: ImportRecord | undefined;
      const onAnswer = (record: ImportRecord) => {
        answer = record;
        return noted(ports, { ...record, rows, state: 'acknowledged' });
      };
      try {
        const request = { key, provider, sha256, file: fileOf(system), fields: input.fields };
        const sent = await ports.send(request, { signal, onProgress, onAnswer });
        const result = sent.result && { result: sent.result.location };
        await noted(ports, journalEntry({ ...sent.record, ...result }, rows));
        return sent;
      } catch (error) {
        // Acknowledged stays acknowledged, whatever happens to the result file.
        if (!signal.aborted && !answer) await noted(ports, brokenOff(input, error));
        throw answer && isLocal(error) && !signal.aborted
          ? resultNotKept(input, answer, error)
          : error;
      }
    },
  ),
  ask: fromPromise<ImportRecord | undefined, Subject>(async ({ input, system, signal }) => {
    const said = await ports.find(input.key, signal);
    // A journal that couldn't be written is of before this run: the service has said that it knows nothing.
    const known = said?.lost ? undefined : said;
    const found = known?.resultLost
      ? await withResult(ports, { ...input, file: fileOf(system) }, known, signal)
      : known;
    if (found?.state === 'done' || found?.state === 'failed') {
      await noted(ports, journalEntry(found, input.rows));
    }
    return found;
  }),
});

/** Returns whether the error is local: the service did its part, but the file could not be saved. */
const isLocal = (error: unknown): boolean => !(error instanceof Error && error.name === 'ApiError');

/**
 * Requests the result file of an import that the service has entered; continues without it if there is
 * none.
 */
async function withResult(
  ports: ImportPorts,
  subject: Subject & { readonly file: ProviderFile },
  record: ImportRecord,
  signal: AbortSignal,
): Promise<ImportRecord> {
  try {
    const sent = await ports.send(subject, { signal, onProgress: () => undefined });
    return sent.result ? { ...record, result: sent.result.location } : record;
  } catch (error) {
    signal.throwIfAborted();
    if (!isLocal(error)) return record;
    throw resultNotKept(subject, record, error);
  }
}

/**
 * Imports a provider's transaction file: choose, check, review, send once, and learn the outcome (TXN-04,
 * TXN-12, TXN-13). Answer `provider` and `file` (a `ProviderFile`), then `submit` to check and, unless
 * unattended, `submit` again to send. After a lost connection it asks for the outcome by key; if that stays
 * open, it fails with 'outcome_unknown'.
 */
export function importWorkflow(ports: ImportPorts): Workflow<typeof importMachine, ImportView> {
  const files = perRun<{ file: ProviderFile | undefined }>(() => ({ file: undefined }));
  const fileOf = (system: object): ProviderFile => {
    const { file } = files(system);
    if (file === undefined) throw FILE_GONE;
    return file;
  };
  const permission = () => can(ports.access(), 'transactions.import');
  const machine = importMachine.provide({
    actors: actorsFor(ports, fileOf),
    actions: {
      keepFile: ({ system }, { name, value }) => {
        if (name === 'file') files(system).file = isProviderFile(value) ? value : undefined;
      },
      forgetFile: ({ system }) => {
        files(system).file = undefined;
      },
    },
    guards: { permitted: () => permission().allowed },
  });
  return {
    id: 'import',
    version: 1,
    machine,
    resume: resumeImport,
    view: (snapshot) => importView(snapshot, permission()),
  };
}
