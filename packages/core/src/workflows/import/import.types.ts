import type { FormFields } from '../../http/transfer.ts';
import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { CheckReport, ProviderFile } from '../../provider-files/types.ts';
import type { Option } from '../../resource/resource.types.ts';
import type { SavedFile } from '../download/download.types.ts';
import type { AnswerEvent, View } from '../view.ts';

/** How an import of this key stands with the service. */
export interface ImportRecord {
  readonly id: string;
  readonly key: string;
  readonly provider: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly state: 'received' | 'running' | 'done' | 'failed';
  readonly imported: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** When it was entered, ISO instant, where known. */
  readonly at?: string;
  /** Where the result file was kept, where known. */
  readonly result?: string;
  /** The local journal had its outcome open until now: an earlier run broke off. */
  readonly wasOpen?: boolean;
  /** The earlier run did not keep the result file; the same key gives it again, and enters nothing. */
  readonly resultLost?: boolean;
}

/**
 * How far an import is, as the local journal tells it. `planned`: nothing of it has left. `sent`: from
 * here on it may have been entered. `acknowledged`: the service told how it ended. `reconciled`: and its
 * counts are those of the checked file. `refused`: nothing of it was entered. `unknown`: its answer was
 * lost, and the service could not tell either.
 */
export type JournalState =
  | 'planned'
  | 'sent'
  | 'acknowledged'
  | 'reconciled'
  | 'refused'
  | 'unknown';

/** One import in the local journal. */
export interface JournalEntry extends Omit<ImportRecord, 'state' | 'wasOpen' | 'resultLost'> {
  readonly state: JournalState;
  /** Rows of the file as it was checked. */
  readonly rows: number;
  /** What somebody should know: counts that differ, why it was refused. */
  readonly note?: string;
}

/** What the service answered to a file. */
export interface SentImport {
  readonly record: ImportRecord;
  /** The result file, kept. */
  readonly result: SavedFile | undefined;
  /** The service had this key already and gave its first answer again. */
  readonly replayed: boolean;
}

/** What the import flow asks of its surroundings. A file is a handle; it never enters a snapshot. */
export interface ImportPorts {
  access(): MenuAccess | undefined;
  /** Reads and checks every row (TXN-12). Rejects with ProviderFileError where the file is refused whole. */
  check(
    file: ProviderFile,
    provider: string,
    tools: {
      readonly signal: AbortSignal;
      readonly onProgress: (rows: number) => void;
      /** Guards that were accepted in this run (TXN-15). */
      readonly accept?: readonly string[];
    },
  ): Promise<CheckReport>;
  /** SHA-256 of the content, in hex. */
  digest(file: ProviderFile, signal: AbortSignal): Promise<string>;
  /** Names the account that imports count for; part of the key. */
  account(): string;
  /**
   * What is known of this key: the local journal where it is reconciled, else what `GET imports?key=`
   * says. Undefined: the service knows nothing of it, and the file is sent.
   */
  find(key: string, signal: AbortSignal): Promise<ImportRecord | undefined>;
  /** Written down before the step that it tells of. Nothing in the portal. */
  record(entry: JournalEntry): Promise<void>;
  /** What is sent beside the file, `allow_repeat` say; part of the key. Asked once the file was checked. */
  fields?(): FormFields;
  /** Sends the file under its key and keeps the result file. Rejects with an ApiError. */
  send(
    request: {
      readonly file: ProviderFile;
      readonly provider: string;
      readonly key: string;
      readonly sha256: string;
      /** Sent beside the file, after those of `fields`: guards that were accepted, and why. */
      readonly fields?: FormFields;
    },
    tools: {
      readonly signal: AbortSignal;
      readonly onProgress: (bytes: number) => void;
      /** Told when the service has answered, before its result file is read. */
      readonly onAnswer?: (record: ImportRecord) => Promise<void>;
    },
  ): Promise<SentImport>;
  /** Random text for the key of a forced import. */
  nonce(): string;
}

export interface ImportInput {
  readonly provider?: string;
  readonly providers: readonly Option[];
  /** Stops after the check (`transactions check`, `--dry-run`). */
  readonly dryRun?: boolean;
  /** Sends again what was imported already, under a new key (TXN-13). */
  readonly force?: boolean;
  /**
   * Sends as soon as the check allows it, with no look at the report in between (the command line). Guards that
   * hold the file back have no needs then: the surface gives those it accepts to the check.
   */
  readonly unattended?: boolean;
  /**
   * Waits after the first, second … question about a lost outcome, in ms; the last one is repeated.
   * Default: 1000, 2000, 4000, 5000.
   */
  readonly askWaits?: readonly number[];
  /** Bound on the whole of one import in ms: after it the outcome is asked for no longer. Default: none. */
  readonly timeLimitMs?: number;
  readonly texts: { readonly success: string; readonly failure: string };
}

export type ImportEvent =
  /** `provider`: text; `file`: a ProviderFile; `guards`: flags by rule; `reason`: text. */
  | AnswerEvent
  /** Checks the file, or sends the checked one. */
  | { readonly type: 'submit' }
  /** Accepts the guards that hold the file back, for the reason given, and checks it again. */
  | { readonly type: 'accept' }
  /** Stops what is under way. While sending: the outcome is looked up, not guessed. */
  | { readonly type: 'cancel' }
  /** Back to the choice of a file. */
  | { readonly type: 'restart' }
  | { readonly type: 'retry' };

/** Guards that somebody looked at, and why they are right after all; the service records both with the account. */
export interface AcceptedGuards {
  readonly rules: readonly string[];
  readonly reason: string;
}

export interface ImportData {
  readonly provider: string | undefined;
  readonly file: { readonly name: string; readonly size: number } | undefined;
  readonly progress:
    | { readonly phase: 'checking' | 'sending'; readonly rows: number; readonly bytes: number }
    | undefined;
  readonly report: CheckReport | undefined;
  /** What was accepted before this check. */
  readonly accepted: AcceptedGuards | undefined;
  readonly key: string | undefined;
  readonly import: Decision;
}

export interface ImportOutput {
  /** False for a dry run and for what was imported already. */
  readonly sent: boolean;
  readonly reason: 'imported' | 'dry_run' | 'already_imported';
  /** An earlier run had left its outcome open; this one found out, and nobody was told before. */
  readonly settled: boolean;
  readonly message: string;
  readonly record: ImportRecord | undefined;
  readonly result: SavedFile | undefined;
  readonly replayed: boolean;
  readonly report: CheckReport;
}

export type ImportView = View<
  'collecting' | 'checking' | 'reviewing' | 'looking' | 'sending' | 'resolving',
  'submit' | 'accept' | 'cancel' | 'restart' | 'retry',
  ImportData,
  ImportOutput
>;
