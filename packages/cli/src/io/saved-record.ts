import type { AnyResource } from '@forecourt/core';
import type { Saved } from '../drive/save-record.ts';
import type { Work } from './body.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** 'ManageCard Updated Successfully (card 5)'. */
export const aboutRecord = ({ noun }: AnyResource, message: string, id: string): string =>
  id === '' ? message : `${message} (${noun[0]} ${id})`;

/** Tells what was saved: the record with `--json`, else the operation's text and the record's id. */
export function tellSaved(
  { operation, output }: Work,
  definition: AnyResource,
  { message, record }: Saved,
): void {
  const id = isObject(record) ? definition.id(record) : '';
  output.result({
    // An answer that can't be read says nothing of the record; that it was made is known.
    document: isObject(record) ? record : { ok: true, operation, message },
    text: () => aboutRecord(definition, message, id),
  });
}
