import type { Answered } from './attempts.ts';
import type { Call, Download, Http } from './http.types.ts';
import { NOT_THE_SERVICE } from './not-the-service.ts';
import { isSafe, schemaError } from './outcome.ts';
import { isWebPage } from './redirects.ts';
import { type JudgedKind, wholeFile } from './whole-file.ts';

/**
 * Returns the announced length if it describes the body's bytes: not for a compressed body, nor across
 * origins, where browsers hide the compression.
 */
function lengthOf(response: Response): number | undefined {
  const encoding = response.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity' || response.type === 'cors') return undefined;
  const header = response.headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

/** Converts a response into a download. */
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

/**
 * Downloads a file that can't be a web page: if HTML arrives, it is a proxy's page and never the file. The body
 * errors if the file's end is missing (ERR-03).
 *
 * @param judged kinds of files that are judged by their end; none for a file that somebody uploaded, and may have
 *   uploaded without its end
 */
export async function downloadFile(
  http: Http,
  call: Call,
  judged?: readonly JudgedKind[],
): Promise<Download> {
  const download = await http.download(call);
  const { contentType, requestId } = download;
  const outcome = isSafe(call) ? 'none' : 'unknown';
  const known = { operation: call.operation, requestId, outcome } as const;
  if (!isWebPage(contentType)) return wholeFile(download, known, judged);
  await download.body.cancel();
  throw schemaError(known, NOT_THE_SERVICE.page);
}

/** Additional form fields, in order. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/**
 * Returns a form that uploads one file under its name: multipart `file` (TXN-04, CARD-03, RATE-02). The
 * bytes are read from the blob while sending, again for each attempt. Fields precede the file. Control
 * characters in the name become '_' because a part's header can't contain them.
 */
export function fileForm(
  file: { readonly name: string; readonly blob: Blob },
  fields: FormFields = [],
): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append('file', file.blob, file.name.replace(/\p{Cc}/gu, '_'));
  return form;
}

/** Escapes names in a part's header the way browsers do. */
const quoted = (text: string): string =>
  `"${text.replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/"/g, '%22')}"`;

const lineFeeds = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n');

/**
 * Encodes a form as multipart bytes that are read from its files while sending. Node's fetch pushes a
 * `FormData` into its request even when nobody reads it any more; a connection that breaks at the wrong
 * moment then ends the process ('ReadableStream is already closed'), and no caller can catch that. A blob
 * is pulled instead.
 */
export function multipartBlob(form: FormData): Blob {
  // Lower case, because a blob's type is lower-cased.
  const boundary = `forecourt-${crypto.randomUUID()}`;
  const parts = [...form].flatMap(([name, value]): BlobPart[] => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(lineFeeds(name))}`;
    if (typeof value === 'string') return [`${head}\r\n\r\n${lineFeeds(value)}\r\n`];
    const type = value.type || 'application/octet-stream';
    const file = `; filename=${quoted(value.name)}\r\nContent-Type: ${type}\r\n\r\n`;
    return [`${head}${file}`, value, '\r\n'];
  });
  return new Blob([...parts, `--${boundary}--\r\n`], {
    type: `multipart/form-data; boundary=${boundary}`,
  });
}

/** Removes paths, control characters and anything that a file system doesn't treat as part of a name. */
function plainName(raw: string): string | undefined {
  const last = raw.split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
  const name = last.replace(/[\u0000-\u001f\u007f<>:"|?*]/g, '').trim();
  return /^\.*$/.test(name) ? undefined : name.slice(-200);
}

function decodeExtended(value: string): string | undefined {
  const match = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i.exec(value);
  if (!match) return undefined;
  const [, charset = '', encoded = ''] = match;
  try {
    return charset.toLowerCase() === 'utf-8'
      ? decodeURIComponent(encoded)
      : encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
  } catch {
    return undefined;
  }
}

/**
 * Returns the file name in a content-disposition, with any path removed: `filename*` (RFC 5987), then
 * `filename`. Returns undefined if neither is usable.
 */
export function fileNameOf(disposition: string | null): string | undefined {
  if (disposition === null) return undefined;
  const extended = /(?:^|;)\s*filename\*\s*=\s*"?([^;"]+)"?/i.exec(disposition)?.[1]?.trim();
  const fromExtended = extended === undefined ? undefined : decodeExtended(extended);
  if (fromExtended !== undefined) {
    const name = plainName(fromExtended);
    if (name !== undefined) return name;
  }
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/i.exec(disposition);
  const raw = plain?.[1]?.replace(/\\(["\\])/g, '$1') ?? plain?.[2]?.trim();
  return raw === undefined ? undefined : plainName(raw);
}
