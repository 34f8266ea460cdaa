/** Further fields of a form, in order. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/**
 * A form that uploads one file, name kept: multipart `file` (TXN-04, CARD-03, RATE-02). The bytes are
 * read from the blob while they are sent, and again for each attempt. Fields stand before the file.
 */
export function fileForm(
  file: { readonly name: string; readonly blob: Blob },
  fields: FormFields = [],
): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append('file', file.blob, file.name);
  return form;
}
