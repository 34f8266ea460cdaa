/**
 * A form that uploads one file, name kept: multipart `file` (TXN-04, CARD-03, RATE-02). The bytes are
 * read from the blob while they are sent, and again for each attempt.
 */
export function fileForm(file: { readonly name: string; readonly blob: Blob }): FormData {
  const form = new FormData();
  form.append('file', file.blob, file.name);
  return form;
}
