import { downloadFile } from '../http/download.ts';
import type { Download } from '../http/http.types.ts';
import type { Client } from './client.ts';

/**
 * All attachments of a transaction, as one ZIP file (TXN-09, WIRE-02). `transactionId` is the id, not
 * the authentication id. Rejects with an `ApiError`.
 */
export async function downloadAttachments(
  client: Client,
  transactionId: string,
  signal?: AbortSignal,
): Promise<Download> {
  const download = await downloadFile(client.http, {
    operation: 'transactions.attachments',
    method: 'GET',
    path: `attachments/${encodeURIComponent(transactionId)}/zip`,
    ...(signal && { signal }),
  });
  return { ...download, fileName: download.fileName ?? 'attachments.zip' };
}
