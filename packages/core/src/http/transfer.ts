import type { Answered } from './attempts.ts';
import type { Call, Download, Http } from './http.types.ts';
import { isSafe, schemaError } from './outcome.ts';

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

/** Further fields of a form, in order. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/**
 * A form that uploads one file, name kept: multipart `file` (TXN-04, CARD-03, RATE-02). The bytes are
 * read from the blob while they are sent, and again for each attempt. Fields stand before the file. Control
 * characters of the name become '_': no head of a part may hold them.
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

/** Names in a part's head, as browsers write them. */
const quoted = (text: string): string =>
  `"${text.replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/"/g, '%22')}"`;

const lineFeeds = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n');

/**
 * A form as multipart bytes that are read from its files while they are sent. Node's fetch pushes a
 * `FormData` into its request without looking whether anybody still takes it: a connection that breaks at
 * the wrong moment then ends the process ('ReadableStream is already closed'), where no caller can catch
 * it. A blob is pulled.
 */
export function multipartBlob(form: FormData): Blob {
  // In lower case, for a blob's type is written so.
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

/** No path, no control characters, nothing that a file system reads as more than a name. */
function plainName(raw: string): string | undefined {
  const last = raw.split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
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
 * The file name in a content-disposition, without any path in it: `filename*` (RFC 5987) before
 * `filename`; undefined where neither gives a usable name.
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
