import type { BulkReport } from '../bulk/bulk.types.ts';
import type { View } from '../view.ts';

/** A saved file: where it is and how large. */
export interface SavedFile {
  readonly name: string;
  /** A path, or whatever the platform can say about the location; '' for a browser's download. */
  readonly location: string;
  /** Its size. */
  readonly bytes: number;
  /** Number of rows below the heading, of an export of rows. */
  readonly rows?: number;
  /** What is in it and what isn't, of the files of several records (INV-10); absent if all are. */
  readonly report?: BulkReport;
}

/** Bytes received so far, and in total if known. */
export interface DownloadProgress {
  /** Received so far. */
  readonly bytes: number;
  /** The file's size in bytes, if the service says it. */
  readonly total: number | undefined;
}

/** `Request` says what to download (ids, or a filter); it is plain JSON. */
export interface DownloadPorts<Request> {
  /** Downloads and saves the whole file, or rejects and keeps nothing (ERR-03). */
  transfer(
    request: Request,
    tools: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: DownloadProgress) => void;
    },
  ): Promise<SavedFile>;
  /** Returns why this request can't be started: 'Please select at least one card to export.' */
  refuse(request: Request): string | undefined;
  readonly texts: { readonly success: string; readonly failure: string };
}

/** Input of a download. */
export interface DownloadInput<Request> {
  readonly request: Request;
}

/** Events of a download. */
export type DownloadEvent = { readonly type: 'cancel' } | { readonly type: 'retry' };

/** Result of a finished download. */
export interface DownloadOutput {
  readonly file: SavedFile;
  readonly message: string;
}

/** View of a download. */
export type DownloadView = View<
  'transferring',
  'cancel' | 'retry',
  { readonly progress: DownloadProgress },
  DownloadOutput
>;
