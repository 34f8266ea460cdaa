import type { Download } from '../http/http.types.ts';
import { NOT_THE_SERVICE } from '../http/not-the-service.ts';
import { ApiError, schemaError } from '../http/outcome.ts';
import { isWebPage } from '../http/redirects.ts';
import { pathPart } from '../resource/path-part.ts';
import { NOTHING_KNOWN } from '../session/create-session.ts';
import type { Account } from '../session/session.types.ts';
import type { Client } from './client.ts';
import { loadAccess } from './load-access.ts';

const noAuthorization = (operation: string, { contentType, requestId }: Download): ApiError =>
  schemaError(
    { operation, requestId, outcome: 'none' },
    isWebPage(contentType) ? NOT_THE_SERVICE.page : 'no authorization in the answer',
  );

/** How long undoing a failed switch may take, in ms. */
const WAY_BACK_MS = 10_000;

interface SwitchCall {
  readonly operation: string;
  readonly path: string;
  readonly timeoutMs?: number;
}

/**
 * Returns the new authorization from the response to a switch; the old one is no longer valid (AUTH-11).
 */
async function newAuthorization(
  { http }: Client,
  call: SwitchCall,
  signal: AbortSignal | undefined,
): Promise<string> {
  const answer = await http.download({ ...call, method: 'GET', ...(signal && { signal }) });
  // Read to the end, so that the connection can be reused; the content doesn't matter.
  new Response(answer.body).arrayBuffer().catch(() => undefined);
  const authorization = answer.headers.get('authorization');
  if (!authorization) throw noAuthorization(call.operation, answer);
  return authorization;
}

/** Stores an authorization and loads its access. */
async function actAs(
  client: Client,
  authorization: string,
  actingFor: Account | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { session } = client;
  session.update({ ...NOTHING_KNOWN, authorization, actingFor });
  await loadAccess(client, signal);
  // The service's own data about the account may arrive late, or not at all.
  if (session.authorization() === authorization) session.update({ actingFor });
}

const BACK = { operation: 'switch.back', path: 'switch/manager' } as const;

/**
 * Switches to a managed account: stores its authorization and loads its access (AUTH-06). Rejects with an
 * `ApiError` and keeps the user's own account; if only the access can't be loaded, it switches back first.
 * If that fails as well, the session acts for the managed account without known rights, and the error's
 * detail says so; continue with `loadAccess` or `switchBack`.
 *
 * @param client whose session and connection are used
 * @param account the account to act for
 * @param signal aborts the call
 */
export async function switchAccount(
  client: Client,
  account: Account,
  signal?: AbortSignal,
): Promise<void> {
  const { session } = client;
  const own = session.current;
  const call = { operation: 'switch.to', path: `switch/${pathPart(account.id)}` };
  const authorization = await newAuthorization(client, call, signal);
  try {
    await actAs(client, authorization, account, signal);
  } catch (error) {
    if (session.authorization() !== authorization || !own) throw error;
    const call = { ...BACK, timeoutMs: WAY_BACK_MS };
    const returned = await newAuthorization(client, call, undefined).catch(() => undefined);
    if (returned !== undefined)
      session.update({ ...NOTHING_KNOWN, ...own, authorization: returned });
    else if (error instanceof ApiError) throw halfMade(error, account);
    throw error;
  }
}

const halfMade = (error: ApiError, { name }: Account): ApiError =>
  new ApiError({
    ...error,
    message: error.message,
    detail: `You act for ${name} now, but what you may do there could not be loaded.`,
  });

/**
 * Switches back to the user's own account (AUTH-07). Rejects with an `ApiError`: if the service refuses,
 * the switch remains; if only the access can't be loaded, the session is the user's own without known
 * rights, and `loadAccess` retries.
 *
 * @param client whose session and connection are used
 * @param signal aborts the call
 */
export async function switchBack(client: Client, signal?: AbortSignal): Promise<void> {
  await actAs(client, await newAuthorization(client, BACK, signal), undefined, signal);
}
