import type { AppContext } from './env.ts';
import { Problem } from './problem.ts';

const MAX_JSON_BYTES = 1_000_000;

async function readText(c: AppContext): Promise<string> {
  const body = c.req.raw.body;
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // The rest is read and dropped, so that the client gets to hear the answer.
    if (bytes <= MAX_JSON_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_JSON_BYTES) throw new Problem(413, 'The body may have at most 1,000,000 bytes.');
  return Buffer.concat(chunks).toString('utf8');
}

/** The call's body as it was sent; read once, however often it is asked for. Throws a 413 when it is too large. */
export async function bodyText(c: AppContext): Promise<string> {
  const text = c.get('bodyText') ?? (await readText(c));
  c.set('bodyText', text);
  return text;
}

/** The call's body as a JSON object. Throws a 400 for anything else, a 413 when it is too large. */
export async function jsonBody(c: AppContext): Promise<Record<string, unknown>> {
  const text = await bodyText(c);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem(400, 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem(400, 'The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}
