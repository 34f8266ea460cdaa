import type { Download } from '../http/http.types.ts';
import { NOT_THE_SERVICE } from '../http/not-the-service.ts';
import { ApiError, schemaError } from '../http/outcome.ts';
import { isWebPage } from '../http/redirects.ts';
import { LOGIN_MESSAGES } from '../messages/login-messages.ts';
import { NOTHING_KNOWN } from '../session/create-session.ts';
import type { Client } from './client.ts';
import { loadAccess } from './load-access.ts';

/** What a user signs in with. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

const OPERATION = 'login';
const REFUSED: readonly (number | undefined)[] = [400, 401, 403, 404, 405, 422];

/** A service may answer so to an unknown person; anything else at a wrong address does, too. */
const NO_SUCH_PLACE: readonly (number | undefined)[] = [404, 405];

const refusedCredentials = (status?: number, requestId?: string): ApiError =>
  new ApiError({
    kind: 'http',
    operation: OPERATION,
    code: 'invalid_credentials',
    message: LOGIN_MESSAGES.refused,
    ...(NO_SUCH_PLACE.includes(status) && { detail: LOGIN_MESSAGES.noSuchPlace }),
    status,
    requestId,
  });

const waitText = (ms: number): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
};

/**
 * The error of a service that asks to wait (429, 503). Adds when to retry if the service's text doesn't say
 * so (AUTH-12).
 */
function busy(error: ApiError): ApiError {
  const { retryAfterMs, status } = error;
  const texts = LOGIN_MESSAGES;
  // A response without a message of its own comes from a proxy.
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
 * Signs in, stores the authorization and loads what the account may do (AUTH-04, ACC-08). Clears everything
 * known about a previous user. An `authorization` header means success, whatever the body says (AUTH-02).
 *
 * Rejects with an `ApiError`. Refused credentials have the code 'invalid_credentials', a web page instead
 * of a response 'unreadable'; any other failure of the service keeps its code. If the service asks to wait
 * (429, 503), the message or the detail says until when. It also rejects if only the rights could not be
 * loaded: the session then exists, and `loadAccess` retries. Without an email and a password it rejects with a
 * TypeError.
 *
 * @param client whose session and connection are used
 * @param credentials e-mail address and password
 * @param signal aborts the call
 * @example
 * const client = createClient({ baseUrl: 'https://portal.example/api/v1', store: memoryStore() });
 * await signIn(client, { email, password });
 * client.session.current?.user?.firstName; // 'Ada'
 */
export async function signIn(
  client: Client,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<void> {
  await authenticate(client, credentials, signal);
  await loadAccess(client, signal);
}

/**
 * The first half of `signIn`: obtains and stores the authorization, but loads no rights.
 *
 * @param client whose session and connection are used
 * @param credentials e-mail address and password
 * @param signal aborts the call
 * @throws an `ApiError`, as `signIn` does: 'invalid_credentials' for refused ones; a TypeError for values that are no
 *   text
 */
export async function authenticate(
  client: Client,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<void> {
  const { email, password } = credentials ?? {};
  // Without the values: one of them is a password.
  if (typeof email !== 'string' || typeof password !== 'string') {
    throw new TypeError('The email and password of signIn(client, { email, password }) are texts.');
  }
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
  // Read to the end, so that the connection can be reused; the content doesn't matter.
  new Response(answer.body).arrayBuffer().catch(() => undefined);
  const authorization = answer.headers.get('authorization');
  if (!authorization) throw unanswered(answer);
  client.session.update({
    authorization,
    ...NOTHING_KNOWN,
  });
}

/**
 * A web page isn't a response of the service (but a network's sign-in page, or a proxy's): nobody checked
 * the credentials.
 */
function unanswered({ contentType, requestId }: Download): ApiError {
  if (!isWebPage(contentType)) return refusedCredentials(undefined, requestId);
  const known = { operation: OPERATION, outcome: 'none', requestId } as const;
  return schemaError(known, NOT_THE_SERVICE.page);
}

/** How long signing out waits for the service, in ms. */
const SIGN_OUT_MS = 2_000;

/**
 * Signs out: ends the authorization at the service and clears the stored session (AUTH-05, AUTH-11). Never
 * rejects: if the service is offline, too slow (`timeoutMs`, default 2,000) or has no such call, the
 * session is still cleared locally. Resolves to whether the service ended it.
 *
 * @param client whose session and connection are used
 * @param options how long to wait for the service, in ms
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
  // The content doesn't matter; parsing it would load a schema with the sign-in page.
  const ended = await http.download(call).then(
    ({ body, contentType }) => {
      new Response(body).arrayBuffer().catch(() => undefined);
      return !isWebPage(contentType);
    },
    () => false,
  );
  session.end();
  return ended;
}
