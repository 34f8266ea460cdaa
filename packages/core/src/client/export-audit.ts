import type { Download } from '../http/http.types.ts';
import type { ListQuery } from '../http/list-dialects.ts';
import { listCall } from '../http/list-dialects.ts';
import { downloadFile } from '../http/transfer.ts';
import { withPlainDays } from '../resource/resource-client.ts';
import { audit } from '../resources/audit/audit.resource.ts';
import type { Client } from './client.ts';

/** Left out, because a file has no pages. */
const PAGING = ['paged', 'page', 'size'];

/**
 * Downloads the audit trail as a CSV file: every entry that matches the filters and dates (AUTH-13).
 * Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param selection filters, sort and days of the list of entries
 * @param signal aborts the call
 * @returns the file as a stream
 */
export function exportAudit(
  client: Client,
  selection: Pick<ListQuery, 'filters' | 'from' | 'to' | 'sort'>,
  signal?: AbortSignal,
): Promise<Download> {
  const asked = { ...withPlainDays(client, audit, selection), page: 0, size: 1 };
  const { query = [] } = listCall({ ...audit.list, name: audit.name }, asked, 'query');
  return downloadFile(client.http, {
    operation: 'audit.export',
    method: 'GET',
    path: `${audit.list.path}/export`,
    query: query.filter(([name]) => !PAGING.includes(name)),
    ...(signal && { signal }),
  });
}
