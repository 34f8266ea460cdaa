import type * as z from 'zod';
import type { Answered } from './answered.ts';
import { schemaError } from './api-error.ts';
import { readText } from './body.ts';
import type { Answer, Call } from './http.types.ts';
import { isSafe } from './outcome.ts';

/**
 * An answer through a schema. An empty body is undefined: the schema decides. Something that is no JSON
 * at all, a proxy's page say, was not the service's answer: what an unsafe call did is then not known.
 */
export async function readJson<T>(
  call: Call,
  answered: Answered,
  schema: z.ZodType<T>,
): Promise<Answer<T>> {
  const { headers } = answered.response;
  const { outcome, requestId, status } = answered;
  const known = { operation: call.operation, status, requestId };
  const text = await readText(answered.body());
  let value: unknown;
  try {
    value = text.trim() === '' ? undefined : JSON.parse(text);
  } catch {
    const type = headers.get('content-type') ?? 'text';
    const meant = /\bjson\b/i.test(type) || /^\s*[[{"]/.test(text);
    throw schemaError(
      { ...known, outcome: meant || isSafe(call) ? outcome : 'unknown' },
      meant ? 'broken JSON' : `${type} where JSON was expected`,
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { data: parsed.data, status, headers, requestId };
  const [issue] = parsed.error.issues;
  throw schemaError(
    { ...known, outcome },
    `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not as expected'}`,
  );
}
