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
