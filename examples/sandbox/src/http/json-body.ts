import { formatValue } from '@forecourt/core';
import type { AppContext } from './env.ts';
import { badRequest, Problem } from './problem.ts';
import { textFault } from './text-fault.ts';

export const MAX_JSON_BYTES = 1_000_000;
/** Enough to sign in: anything longer from a stranger is dropped early (AUTH-12). */
export const MAX_BYTES_OF_STRANGER = 4_000;
/** The contract's records have at most five levels. */
const MAX_DEPTH = 20;
/** Longest text in a body; the contract's texts have a few hundred characters. */
const MAX_TEXT = 10_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const JSON_TYPE = /^\s*application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

/**
 * Refuses a body that doesn't say it is JSON: a browser sends `text/plain` and forms to any address without asking
 * (WIRE-06).
 */
function refuseOtherType(type: string | undefined): void {
  if (type !== undefined && JSON_TYPE.test(type)) return;
  const given = type === undefined ? 'without a Content-Type' : `as ${type.slice(0, 100)}`;
  throw new Problem(
    415,
    `Send the body as application/json in UTF-8, a file as multipart/form-data. It was sent ${given}.`,
    {
      headers: { accept: 'application/json' },
    },
  );
}

async function readText(c: AppContext, limit: number): Promise<string> {
  const body = c.req.raw.body;
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      // Reads and drops the rest, so that the client receives the answer.
      if (bytes <= limit) chunks.push(chunk);
    }
  } catch (cause) {
    throw new Problem(400, 'The body broke off. Send the call again.', { cause });
  }
  if (bytes > 0) refuseOtherType(c.req.header('content-type'));
  if (bytes > limit) {
    throw new Problem(413, `The body may have at most ${formatValue('integer', limit)} bytes.`);
  }
  try {
    return utf8.decode(Buffer.concat(chunks));
  } catch {
    throw badRequest('The body is not UTF-8.');
  }
}

/**
 * Returns the call's body as sent; reads it only once. Throws a 415 for a body that is not sent
 * as JSON, a 413 beyond `limit` bytes.
 */
export async function bodyText(c: AppContext, limit = MAX_JSON_BYTES): Promise<string> {
  const text = c.get('bodyText') ?? (await readText(c, limit));
  c.set('bodyText', text);
  return text;
}

const stepTo = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function faultOf(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'The number is too large.';
  return typeof value === 'string' ? textFault(value, MAX_TEXT) : undefined;
}

/**
 * Refuses what no record can contain before anything uses it. Works without recursion, because the sender chooses the
 * depth of a body.
 */
function refuseOdd(body: object): void {
  const open: { readonly at: string; readonly value: object; readonly depth: number }[] = [
    { at: '', value: body, depth: 1 },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { at, depth, value } = next;
    for (const [key, inner] of Object.entries(value)) {
      // Doesn't repeat the key: it may be what is wrong.
      if (key === '__proto__') throw badRequest('No field is called __proto__.', at || '/');
      const badKey = textFault(key, MAX_TEXT);
      if (badKey) throw badRequest(`The name of a field can't be read: ${badKey}`, at || '/');
      const fault = faultOf(inner);
      if (fault) throw badRequest(fault, at + stepTo(key));
      if (typeof inner !== 'object' || inner === null) continue;
      if (depth >= MAX_DEPTH) {
        throw badRequest(`The body may be at most ${MAX_DEPTH} levels deep.`, at + stepTo(key));
      }
      open.push({ at: at + stepTo(key), value: inner, depth: depth + 1 });
    }
  }
}

/**
 * Returns the call's body as a JSON object. Throws a 400 for anything else and for what no record can contain (NUL, half
 * characters, infinite numbers, texts over 10,000 characters, more than 20 levels), a 413 beyond `limit` bytes:
 * 1,000,000, and 4,000 without a session.
 */
export async function jsonBody(
  c: AppContext,
  limit = c.get('account') ? MAX_JSON_BYTES : MAX_BYTES_OF_STRANGER,
): Promise<Record<string, unknown>> {
  const text = await bodyText(c, limit);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem(400, 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem(400, 'The body must be a JSON object.');
  }
  refuseOdd(value);
  return value as Record<string, unknown>;
}
