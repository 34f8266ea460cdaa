import {
  type CheckReport,
  type Client,
  type Decision,
  type ImportOutput,
  type ImportPorts,
  importPorts,
  importWorkflow,
  type KeepFile,
  type ProviderFile,
  startWorkflow,
  TRANSACTION_PROVIDERS,
  transactions,
} from '@forecourt/core';
import { checkProviderFile, type TransactionProvider } from '@forecourt/core/provider-files';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { failed } from '../io/failures.ts';
import type { Journal } from '../io/journal.ts';
import { digest, inflate } from '../io/provider-file.ts';
import { type Ask, drive } from './drive.ts';

/** What all files of a run have in common. */
export interface ImportRun {
  readonly client: Client;
  readonly provider: string | undefined;
  readonly ask: Ask | undefined;
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly maxIssues: number | undefined;
  readonly journal: Journal | undefined;
  readonly keep: (file: ProviderFile) => KeepFile;
  readonly signal: AbortSignal;
  readonly onProgress: (file: ProviderFile, phase: string, rows: number) => void;
}

/** How one file ended: with an output, or refused by its check, or with an error. */
export interface FileEnd {
  readonly report: CheckReport | undefined;
  readonly output: ImportOutput | undefined;
  readonly error: CommandError | undefined;
}

const PROVIDER_OPTIONS = TRANSACTION_PROVIDERS.map((key) => ({ key, value: key }));

/** 'esso' is ESSO. */
const providerOf = (given: string | undefined): string | undefined =>
  TRANSACTION_PROVIDERS.find((name) => name.toLowerCase() === given?.toLowerCase()) ?? given;

/** The day where this computer stands: it decides what counts as the future. */
const today = (): string => {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

const portsFor = (run: ImportRun, file: ProviderFile): ImportPorts =>
  importPorts(run.client, {
    check: (checked, provider, { signal, onProgress }) =>
      checkProviderFile(checked, {
        provider: provider as TransactionProvider,
        today: today(),
        inflate,
        signal,
        ...(run.maxIssues !== undefined && { maxIssues: run.maxIssues }),
        onProgress: ({ rows }) => onProgress(rows),
      }),
    digest,
    keep: run.keep(file),
    ...(run.journal && { find: run.journal.find, record: run.journal.record }),
  });

/** Checks one file and, unless this is a dry run, sends it. */
export async function importFile(run: ImportRun, file: ProviderFile): Promise<FileEnd> {
  const texts = transactions.import?.texts ?? { success: '', failure: '' };
  const workflow = startWorkflow(importWorkflow(portsFor(run, file)), {
    input: {
      providers: PROVIDER_OPTIONS,
      dryRun: run.dryRun,
      force: run.force,
      unattended: true,
      texts,
    },
  });
  try {
    const view = await drive(workflow, {
      answers: {
        provider: { flag: '--provider', value: providerOf(run.provider) },
        file: {
          flag: '<file>',
          value: file,
          refuse: ({ code, message }) => new CommandError(EXIT.inputRefused, code, message),
        },
      },
      ask: run.ask,
      signal: run.signal,
      onView: ({ status, data, ...view }) =>
        status === 'pending' &&
        run.onProgress(file, 'step' in view ? view.step : '', data.progress?.rows ?? 0),
    });
    const { report } = view.data;
    if (view.status === 'done') return { report, output: view.output, error: undefined };
    return { report, output: undefined, error: refusalOf(view.commands.submit) };
  } catch (error) {
    // What the command was given wrongly stops all files, before any of them is sent.
    if (!(error instanceof CommandError) || error.code === 'usage') throw error;
    return { report: workflow.view.data.report, output: undefined, error };
  }
}

/** Why the file may not be sent. */
function refusalOf(decision: Decision): CommandError {
  if (decision.allowed) throw new TypeError('An import came to rest before its end.');
  const { code, message } = decision.reason;
  if (code === 'missing_right') {
    return failed({ code, message, outcome: 'none', retryable: false });
  }
  return new CommandError(EXIT.inputRefused, code, message);
}
