import type { Call, Download } from '../http/http.types.ts';
import { cutOffError } from '../http/outcome.ts';
import { downloadFile } from '../http/transfer.ts';
import { MESSAGES } from '../messages/messages.ts';
import { pathPart } from '../resource/path-part.ts';
import type { DownloadPorts } from '../workflows/download/download.types.ts';
import type { Client } from './client.ts';
import { type KeepFile, keepOrLetGo } from './ports.ts';

/** One attachment, as listed by its transaction. */
export interface Attachment {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly url?: string | null | undefined;
  /** In bytes. */
  readonly size?: number | null | undefined;
}

/** One attachment, or all attachments of a transaction by its id. */
export type AttachmentRequest =
  | { readonly attachment: Attachment }
  | { readonly transactionId: string };

const OPERATION = 'transactions.attachments';

/** A path within the service. Anything else could send the authorization to another host. */
const WITHIN = /^[a-z0-9_-]+(\/[a-z0-9_.-]+)*$/i;

/** What somebody uploaded is not judged by its end: it may have been uploaded without it. */
const get = (
  client: Client,
  path: string,
  {
    judged,
    signal,
  }: { readonly judged: readonly 'zip'[]; readonly signal?: AbortSignal | undefined },
): Promise<Download> => {
  const call: Call = { operation: OPERATION, method: 'GET', path };
  return downloadFile(client.http, { ...call, ...(signal && { signal }) }, judged);
};

/** The download, whose body errors if it has fewer bytes than the attachment (ERR-03). */
function ofSize(download: Download, size: number): Download {
  let received = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.length;
      controller.enqueue(chunk);
    },
    flush() {
      if (received >= size) return;
      const known = { operation: OPERATION, outcome: 'none' } as const;
      throw cutOffError(
        known,
        `The answer was cut off: ${received} of ${size} bytes have arrived.`,
      );
    },
  });
  return { ...download, body: download.body.pipeThrough(counter) };
}

/**
 * Downloads all attachments of a transaction as one ZIP file (TXN-09, WIRE-02). Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param transactionId the transaction's `id`, not its authentication id
 * @param signal aborts the call
 * @returns the ZIP file as a stream
 */
export async function downloadAttachments(
  client: Client,
  transactionId: string,
  signal?: AbortSignal,
): Promise<Download> {
  const download = await get(client, `attachments/${pathPart(transactionId)}/zip`, {
    judged: ['zip'],
    signal,
  });
  return { ...download, fileName: download.fileName ?? 'attachments.zip' };
}

/**
 * Downloads one attachment with the authorization (TXN-09): from its own URL if that is a path within the
 * service, otherwise by its id. Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param attachment an attachment of a loaded transaction
 * @param signal aborts the call
 * @returns the file as a stream
 */
export async function downloadAttachment(
  client: Client,
  { id, name, size, url }: Attachment,
  signal?: AbortSignal,
): Promise<Download> {
  const own = url && WITHIN.test(url) && !url.includes('..') ? url : undefined;
  const download = await get(client, own ?? `attachments/${pathPart(id ?? '')}`, {
    judged: [],
    signal,
  });
  const whole = typeof size === 'number' ? ofSize(download, size) : download;
  return { ...whole, fileName: download.fileName ?? name ?? 'attachment' };
}

/**
 * Returns the ports for saving one attachment, or all attachments of a transaction as a ZIP; an incomplete file is
 * never kept (ERR-03).
 *
 * @param client whose session and connection are used
 * @param keep saves the file that arrives
 */
export const attachmentPorts = (
  client: Client,
  keep: KeepFile,
): DownloadPorts<AttachmentRequest> => ({
  transfer: async (request, tools) => {
    const { signal } = tools;
    const download =
      'transactionId' in request
        ? await downloadAttachments(client, request.transactionId, signal)
        : await downloadAttachment(client, request.attachment, signal);
    return keepOrLetGo(download, keep, tools);
  },
  refuse: () => undefined,
  texts: { success: MESSAGES.succeeded, failure: MESSAGES.operationError },
});
