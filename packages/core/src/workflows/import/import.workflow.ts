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
import { defineWorkflow, type Workflow } from '../workflow.ts';
import {
  entryAfterError,
  journalEntry,
  noted,
  noteSending,
  ownEntry,
  resultNotKept,
} from './import.journal.ts';
import { importMachine } from './import.machine.ts';
import { resumeImport } from './import.resume.ts';
import type { Correcting, Look, LookResult, Made, Subject } from './import.setup.ts';
import type {
  ImportEvent,
  ImportInput,
  ImportPorts,
  ImportRecord,
  ImportView,
  SentImport,
} from './import.types.ts';
import { importView } from './import.view.ts';
import { importKey } from './import-key.ts';

/** The chosen file, and the copy that is checked and sent in its place. */
interface Files {
  file: ProviderFile | undefined;
  corrected: ProviderFile | undefined;
}

const actorsFor = (
  ports: ImportPorts,
  fileOf: (system: object) => ProviderFile,
  files: (system: object) => Files,
) => ({
  recognise: fromPromise<string | undefined>(async ({ signal, system }) => {
    const { file } = files(system);
    return file && ports.recognise?.(file, signal);
  }),
  correct: fromPromise<Made, Correcting>(async ({ input, signal, system }) => {
    const own = files(system);
    const { corrections: requested, sheets } = input;
    if (own.file === undefined || ports.correct === undefined) throw FILE_GONE;
    if (requested.length === 0) {
      own.corrected = undefined;
      return { requested, copy: undefined };
    }
    const made = await ports.correct(own.file, requested, { sheets, signal });
    const original = await ports.digest(own.file, signal);
    signal.throwIfAborted();
    own.corrected = made.file;
    const { corrections, kind, location } = made;
    const copy = { name: made.file.name, kind, original, corrections };
    return { requested, copy: location === undefined ? copy : { ...copy, location } };
  }),
  check: fromTask<CheckReport, { provider: string; accept: readonly string[] }, number>(
    async ({ input: { accept, provider }, system, signal, onProgress }) =>
      ports.check(fileOf(system), provider, { signal, onProgress, accept }),
  ),
  look: fromPromise<LookResult, Look>(async ({ input, system, signal }) => {
    const { provider, force, known: knownKey, rows, fields: accepted } = input;
    const sha256 = await ports.digest(fileOf(system), signal);
    const open = force ? await ports.openKey?.({ sha256, provider }) : undefined;
    const nonce = force ? ports.nonce() : undefined;
    const fields = [...(ports.fields?.() ?? []), ...accepted];
    const parts = { sha256, provider, account: ports.account(), nonce, fields };
    const key = knownKey ?? open ?? importKey(parts);
    const known = await ports.find(key, signal);
    const lost = known?.lost ? known : undefined;
    const earlier = lost ? undefined : known;
    const fileName = fileOf(system).name;
    const subject = { key, sha256, provider, fileName, rows, fields: accepted };
    const found = earlier?.resultLost
      ? await withResult(ports, { ...subject, file: fileOf(system) }, earlier, signal)
      : earlier;
    const hasNews = found?.wasOpen || found?.result !== earlier?.result;
    if (found && hasNews) await noted(ports, journalEntry(found, rows));
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
        if (!signal.aborted && !answer) await noted(ports, entryAfterError(input, error));
        throw answer && isLocal(error) && !signal.aborted
          ? resultNotKept(input, answer, error)
          : error;
      }
    },
  ),
  ask: fromPromise<ImportRecord | undefined, Subject>(async ({ input, system, signal }) => {
    const answer = await ports.find(input.key, signal);
    // A journal that couldn't be written is older than this run, and the service knows nothing of the import.
    const known = answer?.lost ? undefined : answer;
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
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const run = startWorkflow(importWorkflow(importPorts(client, platform)), {
 *   input: { providers, texts, unattended: true },
 * });
 * run.send({ type: 'field.changed', name: 'provider', value: 'ESSO' });
 * run.send({ type: 'field.changed', name: 'file', value: { name: 'night.xls', blob } });
 * run.send({ type: 'submit' });
 * const end = await run.until((view) => view.status !== 'pending' || !view.busy);
 */
export function importWorkflow(ports: ImportPorts): Workflow<ImportView, ImportEvent, ImportInput> {
  const files = perRun<Files>(() => ({ file: undefined, corrected: undefined }));
  const fileOf = (system: object): ProviderFile => {
    const { corrected, file: chosen } = files(system);
    const file = corrected ?? chosen;
    if (file === undefined) throw FILE_GONE;
    return file;
  };
  const permission = () => can(ports.access(), 'transactions.import');
  const machine = importMachine.provide({
    actors: actorsFor(ports, fileOf, files),
    actions: {
      keepFile: ({ system }, { name, value }) => {
        const own = files(system);
        if (name === 'file') own.file = isProviderFile(value) ? value : undefined;
        if (name === 'file' || name === 'provider') own.corrected = undefined;
      },
      forgetFile: ({ system }) => {
        Object.assign(files(system), { file: undefined, corrected: undefined } satisfies Files);
      },
    },
    guards: {
      permitted: () => permission().allowed,
      recognises: () => ports.recognise !== undefined,
      corrects: () => ports.correct !== undefined,
    },
  });
  return defineWorkflow({
    id: 'import',
    version: 1,
    machine,
    resume: resumeImport,
    view: (snapshot) => importView(snapshot, permission(), ports.correct !== undefined),
  });
}
