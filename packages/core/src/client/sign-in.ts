import type { Download } from '../http/http.types.ts';
import { ApiError, schemaError } from '../http/outcome.ts';
import { MESSAGES } from '../messages/messages.ts';
import type { Client } from './client.ts';
import { loadAccess } from './load-access.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

const OPERATION = 'login';
const REFUSED: readonly (number | undefined)[] = [400, 401, 403, 404, 422];

const refusedCredentials = (status?: number, requestId?: string): ApiError =>
  new ApiError({
    kind: 'http',
    operation: OPERATION,
    code: 'invalid_credentials',
    message: MESSAGES.login.refused,
    status,
    requestId,
  });

const waitText = (ms: number): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
};

/** A service that asks to wait (429, 503), with when to come back, whether or not its own words say it (AUTH-12). */
function busy(error: ApiError): ApiError {
  const { retryAfterMs, status } = error;
  const texts = MESSAGES.login;
  // Without words of its own the answer is a proxy's.
  const wordless = error.message.endsWith(`(${OPERATION})`);
  const message = wordless ? (status === 429 ? texts.tooMany : texts.notNow) : error.message;
  const says = retryAfterMs === undefined || message.includes('Try again in');
  const again = says ? undefined : texts.again(waitText(retryAfterMs));
  return new ApiError({ ...error, message, detail: again ?? error.detail });
}

function signInError(error: ApiError): ApiError {
  const { requestId, status } = error;
  if (REFUSED.includes(status)) return refusedCredentials(status, requestId);
  return status === 429 || status === 503 ? busy(error) : error;
}

/**
 * Signs in, keeps the authorization and loads what the account may do (AUTH-04, ACC-08); whatever was known
 * of a former user is forgotten. Success is an `authorization` header in the answer, whatever its body
 * (AUTH-02). Rejects with an `ApiError`: refused credentials have the code 'invalid_credentials'; a service
 * that fails or is away keeps its own; a web page in place of its answer is 'unreadable'; one that asks to wait (429, 503) too, and the message or the detail says when
 * to come back. Where the rights alone could not be loaded it rejects
 * too, and the session is there: `loadAccess` tries again.
 */
export async function signIn(
  client: Client,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<void> {
  await authenticate(client, credentials, signal);
  await loadAccess(client, signal);
}

/** The first half of `signIn`: gets and keeps the authorization, loads no rights. */
export async function authenticate(
  client: Client,
  { email, password }: Credentials,
  signal?: AbortSignal,
): Promise<void> {
  const answer = await client.http
    .download({
      operation: OPERATION,
      method: 'POST',
      path: 'login',
      json: { username: email, password },
      anonymous: true,
      safe: true,
      ...(signal && { signal }),
    })
    .catch((error: ApiError) => {
      throw signInError(error);
    });
  // Read to its end, so that the connection can be used again; nothing in it matters.
  new Response(answer.body).arrayBuffer().catch(() => undefined);
  const authorization = answer.headers.get('authorization');
  if (!authorization) throw unanswered(answer);
  client.session.update({
    authorization,
    user: undefined,
    company: undefined,
    screens: undefined,
    access: undefined,
    switchEligible: undefined,
    actingFor: undefined,
  });
}

/** A web page is no answer of the service: nobody looked at the credentials (a network's sign-in page, a proxy). */
function unanswered({ contentType = '', requestId }: Download): ApiError {
  if (!/\bhtml\b/i.test(contentType)) return refusedCredentials(undefined, requestId);
  const known = { operation: OPERATION, outcome: 'none', requestId } as const;
  return schemaError(known, `${contentType} where JSON was expected`);
}

/** How long signing out waits for the service, in ms. */
const SIGN_OUT_MS = 2_000;

/**
 * Signs out: the service ends the authorization, and everything kept of the session is forgotten (AUTH-05,
 * AUTH-11). Never rejects: offline, slow (`timeoutMs`, default 2,000) or without such a call, it is forgotten here
 * all the same. Gives whether the service ended it.
 */
export async function signOut(
  client: Client,
  { timeoutMs = SIGN_OUT_MS }: { readonly timeoutMs?: number } = {},
): Promise<boolean> {
  const { http, session } = client;
  if (session.current === undefined) {
    session.end();
    return false;
  }
  const call = { operation: 'session.logout', method: 'POST', path: 'logout', timeoutMs } as const;
  // Nothing in the answer matters; read as JSON, it would bring a schema to the sign-in page.
  const ended = await http.download(call).then(
    ({ body }) => {
      new Response(body).arrayBuffer().catch(() => undefined);
      return true;
    },
    () => false,
  );
  session.end();
  return ended;
}
