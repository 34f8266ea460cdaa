import { type Action, can } from '@forecourt/core';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppContext } from './env.ts';
import { signedIn } from './permit.ts';
import { badRequest, Problem } from './problem.ts';

interface Versioned {
  readonly version: number;
}

/**
 * Throws a 412 if the record has another version than the call expects. Call it in the transaction that changes the
 * record, so that nothing happens in between. Resolves to whether the call named the current version, which means
 * that its sender has seen the record as it is.
 */
export type MatchVersion = (
  row: Versioned,
  /** The record as its GET answers it. */
  current: () => unknown,
) => Promise<boolean>;

/** The version of a new row. */
export const FIRST_VERSION: Versioned = { version: 1 };

const TAGS = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Returns the strong tag of a record's version (RFC 9110, 8.8.3). */
export const etagOf = ({ version }: Versioned): string => `"${version}"`;

function tagsIn(header: string): readonly string[] {
  const tags = header.match(TAGS) ?? [];
  // A comma within a tag doesn't separate: each tag is reduced to its closing quote.
  const parts = header.replaceAll(TAGS, '"').split(',');
  const named = parts.filter((part) => part.trim() === '"').length;
  const empty = parts.filter((part) => part.trim() === '').length;
  if (named > 0 && named === tags.length && named + empty === parts.length) return tags;
  throw badRequest(
    'If-Match must be * or a list of entity tags, each in double quotes: "3". Send the ETag that the record came with.',
  );
}

/**
 * Reads the call's `If-Match` (WIRE-05): one of these versions, any with `*`, no condition without the header. The
 * refusal includes the current record if the account may read it, by the action `readBy`. Throws a 400 for a
 * malformed header.
 */
export function ifMatch(c: AppContext, readBy: Action): MatchVersion {
  const header = c.req.header('if-match')?.trim();
  const tags = header === undefined || header === '*' ? undefined : tagsIn(header);
  return async (row, current) => {
    const etag = etagOf(row);
    if (tags === undefined) return false;
    if (tags.includes(etag)) return true;
    const seen = can(signedIn(c).access, readBy).allowed;
    throw new Problem(
      412,
      'This record was changed meanwhile. Load it again and make your change to what is there now.',
      seen ? { current: await current(), headers: { etag } } : {},
    );
  };
}

/** Answers with a record and its ETag. */
export function answerRecord(
  c: AppContext,
  row: Versioned,
  record: unknown,
  status: ContentfulStatusCode = 200,
): Response {
  return c.json(record as object, status, { etag: etagOf(row) });
}
