import type { Download } from '../http/http.types.ts';
import type { ListQuery } from '../http/list-dialects.ts';
import { listCall } from '../http/list-dialects.ts';
import { downloadFile } from '../http/transfer.ts';
import { wholeRows } from '../http/whole-rows.ts';
import type { AnyListed } from '../resource/resource.types.ts';
import { listRows, withPlainDays } from '../resource/resource-client.ts';
import { audit } from '../resources/audit/audit.resource.ts';
import type { Client } from './client.ts';
import { missingRows } from './export-plan.ts';

/** Left out, because a file has no pages. */
const PAGING = ['paged', 'page', 'size'];

/**
 * Downloads the audit trail as a CSV file: every entry that matches the filters and dates (AUTH-13). The body errors if
 * it has fewer entries than were counted before and after it (ERR-03). Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param selection filters, sort and days of the list of entries
 * @param signal aborts the call
 * @returns the file as a stream
 */
export async function exportAudit(
  client: Client,
  selection: Pick<ListQuery, 'filters' | 'from' | 'to' | 'sort'>,
  signal?: AbortSignal,
): Promise<Download> {
  const plain = withPlainDays(client, audit, selection);
  const asked = { ...plain, page: 0, size: 1 };
  const { totalRecords: count } = await listRows(client, audit as AnyListed, asked, signal);
  const { query = [] } = listCall({ ...audit.list, name: audit.name }, asked, 'query');
  const operation = 'audit.export';
  const download = await downloadFile(client.http, {
    operation,
    method: 'GET',
    path: `${audit.list.path}/export`,
    query: query.filter(([name]) => !PAGING.includes(name)),
    ...(signal && { signal }),
  });
  const { filters, from, to } = plain;
  const request = { filters, ...(from && { from }), ...(to && { to }) };
  const { body } = wholeRows(download.body, { operation, outcome: 'none' }, (saved) =>
    missingRows(client, audit as AnyListed, { request, count, title: '' }, saved),
  );
  return { ...download, body };
}
