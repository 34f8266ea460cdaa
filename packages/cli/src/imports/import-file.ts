import {
  type CheckReport,
  type Client,
  type ImportOutput,
  type ImportPorts,
  type ImportView,
  importPorts,
  importWorkflow,
  type JournalEntry,
  type KeepFile,
  type ProviderFile,
  startWorkflow,
  transactions,
} from '@forecourt/core';
import { providersOf } from '@forecourt/core/provider-files';
import { CommandError } from '../command-error.ts';
import { type Ask, drive } from '../drive/drive.ts';
import { EXIT } from '../exit-codes.ts';
import { digest } from '../files/provider-file.ts';
import type { CommandRecording } from '../invocation.ts';
import type { Claim } from '../journal/claim.ts';
import { ENTERED, type Journal, type SentFrom } from '../journal/journal.ts';
import { ADVICE, DISK_ADVICE } from '../output/failures.ts';
import type { PreflightEnd, PreflightOptions } from '../preflight/preflight.types.ts';
import { type Preflight, startPreflight } from '../preflight/start-preflight.ts';
import { failedImport, refusedBefore } from './file-refusal.ts';

/** The options that all files of a run share. */
export interface ImportRun {
  readonly client: Client;
  readonly provider: string | undefined;
  readonly ask: Ask | undefined;
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly maxIssues: number | undefined;
  /** Options of the check beyond its report. */
  readonly preflight: PreflightOptions;
  readonly journal: Journal | undefined;
  /** Shared by all files: whether the service could not be asked about an import of the journal. */
  readonly verification?: { failed: boolean };
  /** The file's folder, for the journal. */
  readonly from?: string;
  /** Waits between questions about a lost answer, in ms; undefined for core's default. */
  readonly askWaits?: readonly number[] | undefined;
  /** Time limit for one whole import, in ms; undefined for none. */
  readonly timeLimitMs?: number;
  readonly keep: (file: ProviderFile) => KeepFile;
  readonly signal: AbortSignal;
  readonly recording?: CommandRecording | undefined;
  readonly onProgress: (file: ProviderFile, phase: string, rows: number) => void;
  /** Called when an interrupt waits for the outcome of a file that is being sent. */
  readonly onAwaited?: (file: ProviderFile) => void;
  /** Called as soon as the service reports what it entered, because later steps may crash. */
  readonly onEntered?: (entry: JournalEntry) => void;
}

/** The result of one file: an output, a refusal by its check, or an error. */
export interface FileEnd {
  readonly report: CheckReport | undefined;
  readonly output: ImportOutput | undefined;
  readonly error: CommandError | undefined;
  /** What the service entered, even if a later step failed: saving the result file or the journal. */
  readonly entered?: JournalEntry;
  /** Results of the check beyond its report. */
  readonly preflight?: PreflightEnd;
  /** The folder of the file in an earlier import of this content, if the journal knows it. */
  readonly from?: string | undefined;
  /** Key of the import whose outcome is not known, or that another process works on. */
  readonly openKey?: string | undefined;
}

/** Matches regardless of case: 'esso' is ESSO. */
const providerOf = (known: readonly string[], provided: string | undefined): string | undefined =>
  known.find((name) => name.toLowerCase() === provided?.toLowerCase()) ?? provided;

const IN_DOUBT: readonly JournalEntry['state'][] = ['sent', 'unknown'];

/** Claims each import before it is looked up, so that of two runs on one file only one works. */
function claimImports(
  journal: Journal,
  sent: () => SentFrom,
  onEntered: (entry: JournalEntry) => void,
) {
  let from: string | undefined;
  let held: { readonly key: string; readonly claim: Claim } | undefined;
  let asked: string | undefined;
  return {
    async find(key: string) {
      asked = key;
      if (held?.key !== key) held = { key, claim: await journal.take(key) };
      const kept = await journal.find(key);
      from = kept?.from;
      return kept;
    },
    async record(entry: JournalEntry) {
      const isEntered = ENTERED.includes(entry.state);
      if (isEntered) onEntered({ at: new Date().toISOString(), ...entry });
      await journal.record(entry, sent());
      const kept = isEntered ? await journal.find(entry.key) : undefined;
      if (kept) onEntered(kept);
    },
    /** A file was sent, by an earlier run or this one, and its outcome was never recorded. */
    async isInDoubt() {
      const kept = held && (await journal.find(held.key));
      return kept !== undefined && IN_DOUBT.includes(kept.state);
    },
    release: () => held?.claim.release(),
    from: () => from,
    asked: () => asked,
  };
}

type ImportClaims = ReturnType<typeof claimImports>;

function portsFor(
  run: ImportRun,
  file: ProviderFile,
  {
    preflight,
    taken: claims,
  }: { readonly preflight: Preflight; readonly taken: ImportClaims | undefined },
): ImportPorts {
  const ports = importPorts(run.client, {
    check: preflight.check,
    digest: (chosen, signal) => digest(preflight.sent(chosen), signal),
    fields: preflight.fields,
    keep: run.keep(file),
    ...(run.verification && { verification: run.verification }),
    ...(claims && { find: claims.find, record: claims.record }),
  });
  const openKey = run.journal?.openKey;
  return {
    ...ports,
    ...(openKey && { openKey }),
    send: (request, tools) => ports.send({ ...request, file: preflight.sent(request.file) }, tools),
  };
}

/** Checks one file and, unless this is a dry run, imports it. */
export async function importFile(run: ImportRun, file: ProviderFile): Promise<FileEnd> {
  const texts = transactions.import?.texts ?? { success: '', failure: '' };
  const providers = providersOf(run.preflight.layouts);
  let entered: JournalEntry | undefined;
  const onEntered = (entry: JournalEntry) => {
    entered = entry;
    run.onEntered?.(entry);
  };
  const preflight = startPreflight(run.preflight, run.maxIssues);
  const sent = () => ({
    ...{ from: run.from, madeFrom: preflight.madeFrom(), keptOut: preflight.end.keptOut },
  });
  const claims = run.journal && claimImports(run.journal, sent, onEntered);
  const workflow = startWorkflow(
    importWorkflow(portsFor(run, file, { preflight, taken: claims })),
    {
      input: {
        providers: providers.map((key) => ({ key, value: key })),
        dryRun: run.dryRun,
        force: run.force,
        unattended: true,
        ...(run.askWaits && { askWaits: run.askWaits }),
        ...(run.timeLimitMs !== undefined && { timeLimitMs: run.timeLimitMs }),
        texts,
      },
    },
  );
  let wasSent = false;
  try {
    const view = await drive(workflow, {
      answers: {
        provider: { flag: '--provider', value: providerOf(providers, run.provider) },
        file: {
          flag: '<file>',
          value: file,
          refuse: refusedBefore,
        },
      },
      ask: run.ask,
      recording: run.recording,
      signal: unlessSending(
        run.signal,
        () => workflow.view,
        () => run.onAwaited?.(file),
      ),
      onView: ({ status, data, ...view }) => {
        if (status !== 'pending' || !('step' in view)) return;
        wasSent ||= view.step === 'sending';
        run.onProgress(file, view.step, data.progress?.rows ?? 0);
      },
    });
    const result = withPreflight(preflight, view);
    if (view.status === 'done') {
      return { ...result, output: view.output, error: undefined, from: claims?.from() };
    }
    return { ...result, output: undefined, error: refusalOf(view) };
  } catch (error) {
    // A usage error stops all files before any of them is sent.
    if (!(error instanceof CommandError) || error.code === 'usage') throw error;
    const { view } = workflow;
    const failure = view.status === 'failed' ? view.error : undefined;
    const own = failure ? failedImport(failure, error, wasSent) : error;
    const isOpen = own.exitCode !== EXIT.outcomeUnknown && (await claims?.isInDoubt());
    const ended = isOpen ? stillUnknown(file, own) : own;
    const openKey = ended.exitCode === EXIT.outcomeUnknown ? claims?.asked() : undefined;
    const end = { ...withPreflight(preflight, view), output: undefined, error: ended, openKey };
    return entered ? { ...end, entered } : end;
  } finally {
    claims?.release();
  }
}

/** Returns the error of a run that couldn't determine the outcome of an earlier one. */
function stillUnknown({ name }: ProviderFile, { message, particulars }: CommandError) {
  const { detail = message, requestId } = particulars;
  return new CommandError(
    EXIT.outcomeUnknown,
    'outcome_unknown',
    `${name} was sent, and it is not known yet whether it was imported.`,
    {
      detail: detail.endsWith(DISK_ADVICE) ? detail : `${detail}\n${ADVICE[EXIT.outcomeUnknown]}`,
      ...(requestId && { requestId }),
    },
  );
}

/** Combines the view's report with the preflight's. */
const withPreflight = ({ end }: Preflight, { data }: ImportView) => ({
  report: end.report ?? data.report,
  preflight: end,
});

/** An interrupt stops a file that is not yet sent; a file on its way is awaited, to learn its outcome. */
function unlessSending(
  interrupt: AbortSignal,
  view: () => ImportView,
  onAwaited: () => void,
): AbortSignal {
  const stop = new AbortController();
  const onInterrupt = () => {
    const { status, ...rest } = view();
    const step = status === 'pending' && 'step' in rest ? rest.step : undefined;
    if (step === 'sending' || step === 'resolving') onAwaited();
    else stop.abort();
  };
  interrupt.addEventListener('abort', onInterrupt, { once: true });
  if (interrupt.aborted) onInterrupt();
  return stop.signal;
}

/** Why the file must not be sent. */
function refusalOf({ commands, data }: ImportView): CommandError {
  const decision = commands.submit;
  if (decision.allowed) throw new TypeError('The import stopped before its end.');
  return refusedBefore(decision.reason, data.report?.guards);
}
