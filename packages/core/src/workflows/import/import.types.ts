import type { FormFields } from '../../http/transfer.ts';
import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { CheckReport, ProviderFile } from '../../provider-files/types.ts';
import type {
  CorrectedFile,
  Correction,
  MadeCorrection,
} from '../../provider-files/writing/correct-file.ts';
import type { Option } from '../../resource/resource.types.ts';
import type { SavedFile } from '../download/download.types.ts';
import type { AnswerEvent, FieldIssue, View } from '../view.ts';

/** What an import entered in a currency, and what it left out of it; amounts as decimal text (TXN-19). */
export interface ImportTotal {
  readonly currency: string;
  /** Lines of the file that were entered, and the purchases that they became. */
  readonly lines: number;
  /** Number of purchases that were entered. */
  readonly purchases: number;
  /** Sum of the entered lines as the file has them. */
  readonly cost: string;
  /** What markups added, with the sales taxes on it. */
  readonly markup: string;
  /** Sum of what the purchases are charged at: `cost` and `markup`. */
  readonly amount: string;
  /** Valid lines that were not entered: duplicates, and those that the service refused. */
  readonly leftOutLines: number;
  /** Their sum; with `cost`, the sum that the check gives. */
  readonly leftOut: string;
  /** Entered lines of cards that are unknown or fit several cards: no company is billed for them. Absent for none. */
  readonly withoutCompanyLines?: number;
}

/** The service's record of an import. */
export interface ImportRecord {
  readonly id: string;
  readonly key: string;
  readonly provider: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly state: 'received' | 'running' | 'done' | 'failed';
  /** Number of rows that were entered. */
  readonly imported: number;
  /** Number of rows that were stored before. */
  readonly duplicates: number;
  /** Number of rows that the service refused. */
  readonly rejected: number;
  /** New exceptions of its purchases, if there are any (TXN-18). */
  readonly exceptions?: number;
  /** By currency, if the service says so. */
  readonly totals?: readonly ImportTotal[];
  /** When it was entered, as an ISO instant, if known. */
  readonly at?: string;
  /** Where the result file is, if known. */
  readonly result?: string;
  /** The local journal had it open until now, because an earlier run was interrupted. */
  readonly wasOpen?: boolean;
  /**
   * The earlier run didn't save the result file. Sending the same key again returns it and enters nothing.
   */
  readonly resultLost?: boolean;
  /**
   * The local journal has it as imported, and the service doesn't know it: it was restored from an older
   * backup, say. It is sent again; rows that the service has are duplicates.
   */
  readonly lost?: boolean;
  /** The local journal has it as imported, and the service could not be asked whether it still does. */
  readonly unverified?: boolean;
  /** Cells corrected before the file was sent, as the service recorded them. */
  readonly corrections?: readonly MadeCorrection[];
  /** The file in which they were corrected. */
  readonly correctedFrom?: { readonly fileName: string; readonly sha256: string };
}

/** An import in the service's history. */
export interface PastImport
  extends Pick<
    ImportRecord,
    'duplicates' | 'fileName' | 'id' | 'imported' | 'provider' | 'rejected' | 'state' | 'totals'
  > {
  /** Who sent it: an e-mail address, '' if unknown. */
  readonly by: string;
  /** When it was entered, as an ISO instant. */
  readonly at: string;
  /** How many cells were corrected before it was sent. */
  readonly correctedCells: number;
}

/**
 * State of an import in the local journal. `planned`: nothing has been sent. `sent`: it may have been
 * entered. `acknowledged`: the service reported the outcome. `reconciled`: the counts also match the
 * checked file. `refused`: nothing was entered. `unknown`: the response was lost, and the service doesn't
 * know the outcome either.
 */
export type JournalState =
  | 'planned'
  | 'sent'
  | 'acknowledged'
  | 'reconciled'
  | 'refused'
  | 'unknown';

/** An import in the local journal. */
export interface JournalEntry
  extends Omit<ImportRecord, 'state' | 'wasOpen' | 'resultLost' | 'lost' | 'unverified'> {
  readonly state: JournalState;
  /** Number of rows in the checked file. */
  readonly rows: number;
  /** What users should know: counts that differ, why it was refused. */
  readonly note?: string;
}

/** The service's response to a file. */
export interface SentImport {
  readonly record: ImportRecord;
  /** The saved result file. */
  readonly result: SavedFile | undefined;
  /** The service already had this key and repeated its first response. */
  readonly replayed: boolean;
}

/** What the import workflow needs from its environment. A file is a handle; it never enters a snapshot. */
export interface ImportPorts {
  access(): MenuAccess | undefined;
  /** Reads and checks every row (TXN-12). Rejects with a ProviderFileError if the whole file is refused. */
  check(
    file: ProviderFile,
    provider: string,
    tools: {
      readonly signal: AbortSignal;
      readonly onProgress: (rows: number) => void;
      /** Guards accepted in this run (TXN-15). */
      readonly accept?: readonly string[];
    },
  ): Promise<CheckReport>;
  /**
   * Returns the provider whose layout fits the file, undefined if none does. Without this port the provider is
   * always asked for.
   */
  recognise?(file: ProviderFile, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Makes a copy of the checked file with corrected cells; it is checked and sent in the file's place. Rejects
   * with a ProviderFileError if a cell can't be corrected. Without this port nothing can be corrected.
   */
  correct?(
    file: ProviderFile,
    corrections: readonly Correction[],
    tools: { readonly sheets: CheckReport['sheets']; readonly signal: AbortSignal },
  ): Promise<CorrectedFile & { readonly location?: string }>;
  /** Returns the SHA-256 of the content in hex. */
  digest(file: ProviderFile, signal: AbortSignal): Promise<string>;
  /** Returns the account that imports belong to; part of the key. */
  account(): string;
  /**
   * Looks up a key: in the local journal if the entry is reconciled, otherwise with `GET imports?key=`.
   * Resolves to undefined if the service doesn't know the key, and the file is then sent.
   */
  find(key: string, signal: AbortSignal): Promise<ImportRecord | undefined>;
  /** Writes to the journal before the step that the entry describes. Does nothing in the portal. */
  record(entry: JournalEntry): Promise<void>;
  /**
   * Returns fields to send with the file, such as `allow_repeat`; part of the key. Called after the check.
   */
  fields?(): FormFields;
  /** Sends the file under its key and saves the result file. Rejects with an ApiError. */
  send(
    request: {
      readonly file: ProviderFile;
      readonly provider: string;
      readonly key: string;
      readonly sha256: string;
      /** Sent with the file after those of `fields`: accepted guards and the reason. */
      readonly fields?: FormFields;
    },
    tools: {
      readonly signal: AbortSignal;
      readonly onProgress: (bytes: number) => void;
      /** Called when the service has responded, before the result file is read. */
      readonly onAnswer?: (record: ImportRecord) => Promise<void>;
    },
  ): Promise<SentImport>;
  /** Returns random text for the key of a forced import. */
  nonce(): string;
  /**
   * Resolves to the key of an import of this content that a killed run left without a known outcome. A forced import takes
   * it up instead of sending the file once more (TXN-13).
   */
  openKey?(content: {
    readonly sha256: string;
    readonly provider: string;
  }): Promise<string | undefined>;
}

/** Input of an import; missing parts are asked for. */
export interface ImportInput {
  readonly provider?: string;
  readonly providers: readonly Option[];
  /** Stops after the check (`transactions check`, `--dry-run`). */
  readonly dryRun?: boolean;
  /** Sends a file again under a new key even if it has been imported (TXN-13). */
  readonly force?: boolean;
  /**
   * Sends as soon as the check allows it, without showing the report (the command line). Guards then have
   * no needs: the caller passes the accepted ones to the check.
   */
  readonly unattended?: boolean;
  /**
   * Waits after the first, second … request for the outcome in ms; the last one repeats. Default: 1000,
   * 2000, 4000, 5000.
   */
  readonly askWaits?: readonly number[];
  /** Limit on the whole import in ms, after which the outcome is no longer requested. Default: none. */
  readonly timeLimitMs?: number;
  /** Extensions that a file picker offers; default '.xls', '.xlsx' (TXN-04). The content decides, not the name. */
  readonly accept?: readonly string[];
  readonly texts: { readonly success: string; readonly failure: string };
}

/** What an import asks for. */
export type ImportAnswerName = 'provider' | 'file' | 'guards' | 'reason' | 'corrections';

/** Events of an import. */
export type ImportEvent =
  /** `provider`: text; `file`: a ProviderFile; `guards`: flags by rule; `reason`: text; `corrections`: Correction[] as typed so far. */
  | AnswerEvent<ImportAnswerName>
  /** Checks the file, or sends it after the check. */
  | { readonly type: 'submit' }
  /** Accepts the guards that hold the file back, with the reason, and checks it again. */
  | { readonly type: 'accept' }
  /**
   * Corrects cells of the checked file and checks the copy at once. Adds to earlier corrections; the latest one
   * of a cell counts.
   */
  | { readonly type: 'correct'; readonly corrections: readonly Correction[] }
  /** Drops the corrections of these cells, or all of them, and checks again. */
  | {
      readonly type: 'uncorrect';
      readonly cells?: readonly Pick<Correction, 'cell' | 'sheet'>[];
    }
  /** Stops the current step. While sending, the outcome is then looked up. */
  | { readonly type: 'cancel' }
  /** Returns to choosing a file. */
  | { readonly type: 'restart' }
  | { readonly type: 'retry' };

/** Guards that a user has accepted, and why; the service records both with the account. */
export interface AcceptedGuards {
  readonly rules: readonly string[];
  readonly reason: string;
}

/** The corrected copy that is sent in place of the chosen file. */
export interface CorrectedCopy {
  readonly name: string;
  readonly kind: CorrectedFile['kind'];
  /** Where the platform keeps it, if it does. */
  readonly location?: string;
  /** SHA-256 of the original file in hex. */
  readonly original: string;
  readonly corrections: readonly MadeCorrection[];
}

/** What an import shows. */
export interface ImportData {
  readonly provider: string | undefined;
  /** The provider was recognised from the file, not chosen. */
  readonly recognised: boolean;
  /** Corrections as typed, before `correct` makes them. */
  readonly typed: readonly Correction[];
  /** The copy that is checked and sent, once a cell was corrected. */
  readonly corrected: CorrectedCopy | undefined;
  /** Leaving would lose corrections, or what was typed to accept guards (FORM-01). */
  readonly dirty: boolean;
  /** Why the last correction could not be made. */
  readonly correctionIssue: FieldIssue | undefined;
  readonly file: { readonly name: string; readonly size: number } | undefined;
  readonly progress:
    | { readonly phase: 'checking' | 'sending'; readonly rows: number; readonly bytes: number }
    | undefined;
  readonly report: CheckReport | undefined;
  /** Guards accepted before this check. */
  readonly accepted: AcceptedGuards | undefined;
  readonly key: string | undefined;
  readonly import: Decision;
}

/** Result of a finished import. */
export interface ImportOutput {
  /** False for a dry run and for a file that was imported earlier. */
  readonly sent: boolean;
  readonly reason: 'imported' | 'dry_run' | 'already_imported';
  /** An earlier run left the outcome open, and this one determined it; nobody has seen it before. */
  readonly settled: boolean;
  /** The journal's record of an earlier import that the service no longer knew, so that it was sent again. */
  readonly lost?: ImportRecord;
  readonly message: string;
  readonly record: ImportRecord | undefined;
  readonly result: SavedFile | undefined;
  readonly replayed: boolean;
  readonly report: CheckReport;
  /** The copy that was sent in the file's place. */
  readonly corrected: CorrectedCopy | undefined;
}

/** View of an import. */
export type ImportView = View<
  | 'collecting'
  | 'recognising'
  | 'correcting'
  | 'checking'
  | 'reviewing'
  | 'looking'
  | 'sending'
  | 'resolving',
  'submit' | 'accept' | 'correct' | 'cancel' | 'restart' | 'retry',
  ImportData,
  ImportOutput,
  ImportAnswerName
>;
