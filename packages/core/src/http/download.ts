import { fileNameOf } from './file-name.ts';
import type { Download } from './http.types.ts';

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
export function toDownload(
  response: Response,
  requestId: string | undefined,
  body: (length?: number) => ReadableStream<Uint8Array>,
): Download {
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
