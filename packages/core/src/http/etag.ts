/**
 * The version that a record was loaded with (WIRE-05), kept beside the record: it is no field of it, and
 * goes with it as long as it lives in this process.
 */
const TAGS = new WeakMap<object, string>();

/** A strong tag; a weak one can't tell two versions apart for sure, so it is none (RFC 9110, 8.8.3). */
const STRONG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Remembers the tag that came with a record, where one came; gives the record back. */
export function withEtag<T>(record: T, etag: unknown): T {
  if (isObject(record) && typeof etag === 'string' && STRONG.test(etag)) TAGS.set(record, etag);
  return record;
}

/**
 * The strong `ETag` of a record or row that this package loaded, as `If-Match` takes it: '"3"'. Undefined
 * where the service sent none, and for copies of a record.
 */
export const etagOf = (record: unknown): string | undefined =>
  isObject(record) ? TAGS.get(record) : undefined;
