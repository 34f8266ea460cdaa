import { createHash, createHmac } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { storageFailure } from '../db/engine.ts';
import type { Upload } from '../imports/upload.ts';
import {
  type ClaimedCall,
  claimCall,
  forgetCall,
  type KeptAnswer,
  keepAnswer,
  releaseCall,
} from './claimed-call.ts';
import type { AppContext, AppEnv } from './env.ts';
import { answerFailure } from './failures.ts';
import { keyOf, scopeOf } from './idempotency-key.ts';
import { bodyText } from './json-body.ts';

/** Calls that only read: repeating them is safe anyway. */
const READS = /\/(search|export|reporting|preview)\/?$/;
/** Refusals that may differ the next time, and don't depend on the body. */
const PASSING = [401, 403, 404, 409, 412, 429];
const KEPT_HEADERS = ['content-type', 'content-disposition', 'etag'];

/** Fields of bodies that are left out of hashes, so that a stored hash reveals no password. */
const SECRETS = ['password', 'current', 'pwd'];

/** Keyed with the database's own key. Earlier versions stored the inner hash without a key. */
const keyedHash = (key: string, call: string): string =>
  createHmac('sha256', key).update(createHash('sha256').update(call).digest('hex')).digest('hex');

/** Returns the body as sent, without secrets. */
function withoutSecrets(body: string): string {
  if (!SECRETS.some((name) => body.includes(`"${name}"`))) return body;
  try {
    const kept = (name: string, value: unknown) => (SECRETS.includes(name) ? undefined : value);
    return JSON.stringify(JSON.parse(body, kept));
  } catch {
    // Not JSON: it is refused, and nothing of it is stored.
    return '';
  }
}

function replay(answer: KeptAnswer): Response {
  return new Response(answer.status === 204 ? null : answer.body, {
    status: answer.status,
    headers: { ...answer.headers, 'idempotent-replayed': 'true' },
  });
}

/** Keeps the answer under the call's key, or releases the key. */
async function keepOrRelease(c: AppContext, claim: ClaimedCall, answer: Response): Promise<void> {
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

/** A database that can't write that doesn't change the answer: what was done is done, and the key is free otherwise. */
async function settle(c: AppContext, claim: ClaimedCall, answer: Response): Promise<void> {
  try {
    await keepOrRelease(c, claim, answer);
  } catch (error) {
    if (storageFailure(error) === undefined) throw error;
    console.error(`The key of ${c.req.method} ${c.req.path} can't be settled:`, error);
    if (!answer.ok) forgetCall(c.get('services'), claim);
  }
}

/**
 * Runs `work` once per Idempotency-Key: repeating the call with the same content returns the first answer. Without
 * a key, or without an account, it just runs. A call that failed with a 5xx before it changed anything can be sent
 * again.
 */
async function once(
  c: AppContext,
  content: readonly unknown[],
  work: () => Promise<Response>,
): Promise<Response> {
  const account = c.get('account');
  const key = keyOf(c);
  if (!account || key === undefined) return work();
  const services = c.get('services');
  const call = JSON.stringify([c.req.method, c.req.path, new URL(c.req.url).search, ...content]);
  const hash = keyedHash(services.callKey, call);
  const claim = await claimCall(services, { scope: scopeOf(account), key, hash });
  if ('status' in claim) return replay(claim);
  c.set('claim', claim);
  const answer = await work();
  await settle(c, claim, answer);
  return answer;
}

/** For every unsafe call except uploads, which call `onceForUpload` after reading the file. */
export const idempotency = createMiddleware<AppEnv>(async (c, next) => {
  const { method, path } = c.req;
  const safe = method === 'GET' || method === 'HEAD' || READS.test(path);
  const withFile = /^multipart\//i.test(c.req.header('content-type') ?? '');
  if (safe || withFile || c.req.header('idempotency-key') === undefined) {
    await next();
    return undefined;
  }
  // If-Match isn't part of the content: after a lost answer, the client may know another version.
  const answer = await once(c, [withoutSecrets(await bodyText(c))], async () => {
    await next();
    return c.res;
  });
  return answer === c.res ? undefined : answer;
});

/** Like `idempotency`, by the file's content and the form's fields. */
export const onceForUpload = (
  c: AppContext,
  { fields, sha256 }: Pick<Upload, 'fields' | 'sha256'>,
  work: () => Promise<Response>,
): Promise<Response> =>
  once(c, [sha256, fields], () => work().catch((error: Error) => answerFailure(error, c)));
