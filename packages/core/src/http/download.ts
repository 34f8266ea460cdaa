import type { Answered } from './answered.ts';
import { schemaError } from './api-error.ts';
import { fileNameOf } from './file-name.ts';
import type { Call, Download, Http } from './http.types.ts';
import { isSafe } from './outcome.ts';

/**
 * Announced bytes, where the body's bytes are those: not for a packed body, and not across origins,
 * where a browser hides whether it was packed.
 */
function lengthOf(response: Response): number | undefined {
  const encoding = response.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity' || response.type === 'cors') return undefined;
  const header = response.headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

/** An answer as a file on its way. */
export function toDownload({ body, requestId, response }: Answered): Download {
  const { headers } = response;
  const length = lengthOf(response);
  return {
    fileName: fileNameOf(headers.get('content-disposition')),
    contentType: headers.get('content-type') ?? undefined,
    length,
    headers,
    requestId,
    body: body(length),
  };
}

/** Calls for a file that can't be a web page: one that comes is a proxy's, never a file (ERR-03). */
export async function downloadFile(http: Http, call: Call): Promise<Download> {
  const download = await http.download(call);
  const { contentType = '', requestId } = download;
  if (!/^text\/html\b/i.test(contentType)) return download;
  await download.body.cancel();
  throw schemaError(
    { operation: call.operation, requestId, outcome: isSafe(call) ? 'none' : 'unknown' },
    'a web page where a file was expected',
  );
}
