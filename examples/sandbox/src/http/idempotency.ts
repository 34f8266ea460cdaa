import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { Upload } from '../imports/upload.ts';
import {
  type ClaimedCall,
  claimCall,
  type KeptAnswer,
  keepAnswer,
  releaseCall,
} from './claimed-call.ts';
import type { AppContext, AppEnv } from './env.ts';
import { answerFailure } from './failures.ts';
import { keyOf, scopeOf } from './idempotency-key.ts';
import { bodyText } from './json-body.ts';

/** Calls that only read; they give the same answer without a memory. */
const READS = /\/(search|export|reporting)\/?$/;
/** Refusals that may be others the next time, and tell nothing of what was sent. */
const PASSING = [401, 403, 404, 409, 412, 429];
const KEPT_HEADERS = ['content-type', 'content-disposition', 'etag'];

function replay(answer: KeptAnswer): Response {
  return new Response(answer.body, {
    status: answer.status,
    headers: { ...answer.headers, 'idempotent-replayed': 'true' },
  });
}

async function settle(c: AppContext, claim: ClaimedCall, answer: Response): Promise<void> {
  const services = c.get('services');
  const { headers, status } = answer;
  if (status >= 500 || PASSING.includes(status)) {
    await releaseCall(services, claim);
    return;
  }
  const kept = KEPT_HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const body = await answer.clone().text();
  await keepAnswer(services, claim, { status, headers: Object.fromEntries(kept), body });
}

/**
 * Does `work` once under the call's Idempotency-Key: who asks again with the same content gets the first
 * answer again. Without a key, or without an account, it is just done. A call that failed with a 5xx
 * before it changed anything may be sent again.
 */
async function once(
  c: AppContext,
  content: readonly unknown[],
  work: () => Promise<Response>,
): Promise<Response> {
  const account = c.get('account');
  const key = keyOf(c);
  if (!account || key === undefined) return work();
  const hash = createHash('sha256')
    .update(JSON.stringify([c.req.method, c.req.path, new URL(c.req.url).search, ...content]))
    .digest('hex');
  const claim = await claimCall(c.get('services'), { scope: scopeOf(account), key, hash });
  if ('status' in claim) return replay(claim);
  c.set('claim', claim);
  const answer = await work();
  await settle(c, claim, answer);
  return answer;
}

/** For every unsafe call but those with files, which ask for `onceForUpload` when they have read them. */
export const idempotency = createMiddleware<AppEnv>(async (c, next) => {
  const { method, path } = c.req;
  const safe = method === 'GET' || method === 'HEAD' || READS.test(path);
  const withFile = /^multipart\//i.test(c.req.header('content-type') ?? '');
  if (safe || withFile || c.req.header('idempotency-key') === undefined) return next();
  // If-Match is no part of the content: who lost the answer may know another version when asking again.
  const answer = await once(c, [await bodyText(c)], async () => {
    await next();
    return c.res;
  });
  return answer === c.res ? undefined : answer;
});

/** As every other unsafe call, by the file's content and the form's fields. */
export const onceForUpload = (
  c: AppContext,
  { fields, sha256 }: Pick<Upload, 'fields' | 'sha256'>,
  work: () => Promise<Response>,
): Promise<Response> =>
  once(c, [sha256, fields], () => work().catch((error: Error) => answerFailure(error, c)));
