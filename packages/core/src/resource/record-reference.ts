import { requireText } from '../http/require-text.ts';
import { pathPart } from './path-part.ts';
import type { AnyListed } from './resource.types.ts';

/*
 * How a record is named in a call. Some records have a second name next to their id, such as an invoice's number. A
 * number can be all digits, so the same text can be one record's number and another record's id. `number:675` and
 * `id:675` say which is meant; plain `675` is either, and the service refuses it if it is both.
 */

type Named = Pick<AnyListed, 'named'>;

/**
 * Returns the reference to the record with this id and no other.
 *
 * @param resource the resource, by name
 * @param id the record's id
 */
export const idReference = ({ named }: Named, id: string): string =>
  named === undefined ? id : `id:${id}`;

/**
 * Returns the reference to the record with this second name, which its portal route contains (SHELL-03).
 *
 * @param resource the resource, by name
 * @param routeId what its route contains
 */
export const routeReference = ({ named }: Named, routeId: string): string =>
  named === undefined ? routeId : `${named}:${routeId}`;

/** A reference in parts: `by` is 'id', the second name, or undefined for either. */
export interface RecordReference {
  readonly by: string | undefined;
  readonly text: string;
}

/** Splits 'number:675' into its parts; without a known name before the colon, the text is the whole. */
export function readReference(reference: string, named: string): RecordReference {
  requireText(reference, 'An id');
  const by = ['id', named].find((name) => reference.startsWith(`${name}:`));
  return { by, text: by === undefined ? reference : reference.slice(by.length + 1) };
}

/** Returns a path with the reference's text as its last segment but for `rest`, and `by` as its query. */
export function referencePath(base: string, reference: string, named: string, rest = ''): string {
  const { by, text } = readReference(reference, named);
  return `${base}${pathPart(text)}${rest}${by === undefined ? '' : `?by=${by}`}`;
}
