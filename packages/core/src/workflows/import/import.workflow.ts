import { fromPromise } from 'xstate';
import { can } from '../../permissions/index.ts';
import type { CheckReport, ProviderFile } from '../../provider-files/types.ts';
import { FILE_GONE } from '../failure.ts';
import { perRun } from '../per-run.ts';
import { isProviderFile } from '../provider-file.ts';
import { fromTask } from '../task.ts';
import type { Workflow } from '../workflow.ts';
import { enteredNothing } from './import.context.ts';
import { importMachine } from './import.machine.ts';
import { resumeImport } from './import.resume.ts';
import type { Looked, Subject } from './import.setup.ts';
import type { ImportPorts, ImportRecord, ImportView, SentImport } from './import.types.ts';
import { importView } from './import.view.ts';
import { importKey } from './import-key.ts';

const entryOf = (subject: Subject, state: ImportRecord['state']): ImportRecord => ({
  ...subject,
  id: '',
  state,
  imported: 0,
  duplicates: 0,
  rejected: 0,
});

/** A journal that can't be written never undoes what happened: the service knows it too. */
const noted = (ports: ImportPorts, entry: ImportRecord): Promise<void> =>
  ports.record(entry).catch(() => {});

const actorsFor = (ports: ImportPorts, fileOf: (system: object) => ProviderFile) => ({
  check: fromTask<CheckReport, { provider: string }, number>(
    async ({ input, system, signal, onProgress }) =>
      ports.check(fileOf(system), input.provider, { signal, onProgress }),
  ),
  look: fromPromise<Looked, { provider: string; force: boolean; known: Subject | undefined }>(
    async ({ input: { provider, force, known }, system, signal }) => {
      const sha256 = known?.sha256 ?? (await ports.digest(fileOf(system), signal));
      const nonce = force ? ports.nonce() : undefined;
      const key = known?.key ?? importKey({ sha256, provider, account: ports.account(), nonce });
      return { key, sha256, found: await ports.find(key, signal) };
    },
  ),
  plan: fromPromise<void, Subject>(async ({ input }) => ports.record(entryOf(input, 'planned'))),
  send: fromTask<SentImport, Subject, number>(async ({ input, system, signal, onProgress }) => {
    try {
      const sent = await ports.send({ ...input, file: fileOf(system) }, { signal, onProgress });
      await noted(ports, { ...sent.record, ...(sent.result && { result: sent.result.location }) });
      return sent;
    } catch (error) {
      if (!signal.aborted) {
        await noted(ports, entryOf(input, enteredNothing(error) ? 'failed' : 'sent'));
      }
      throw error;
    }
  }),
  ask: fromPromise<ImportRecord | undefined, Subject>(async ({ input, signal }) => {
    const found = await ports.find(input.key, signal);
    if (found?.state === 'done' || found?.state === 'failed') await noted(ports, found);
    return found;
  }),
});

/**
 * Importing a provider's transaction file: choose, check, look at the report, send once, and know the
 * outcome (TXN-04, TXN-12, TXN-13). Answers `provider` and `file` (a `ProviderFile`), then `submit` to
 * check and, unless unattended, `submit` again to send. A cut connection is resolved by asking for the
 * key; what stays open fails with 'outcome_unknown'.
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
