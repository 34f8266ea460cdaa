import { ApiError } from '../http/outcome.ts';
import type { Account } from '../session/session.types.ts';
import type { Client } from './client.ts';
import { loadAccess } from './load-access.ts';

const noAuthorization = (operation: string, requestId: string | undefined): ApiError =>
  new ApiError({
    kind: 'schema',
    operation,
    code: 'unreadable',
    message: `The service gave an answer that can't be read (${operation})`,
    detail: 'no authorization in the answer',
    requestId,
  });

/** How long the way back from a half-made switch may take, in ms. */
const WAY_BACK_MS = 10_000;

/** Nothing known of one account may stay beside what is known of the next. */
const UNKNOWN = {
  user: undefined,
  company: undefined,
  screens: undefined,
  access: undefined,
  switchEligible: undefined,
  actingFor: undefined,
} as const;

interface SwitchCall {
  readonly operation: string;
  readonly path: string;
  readonly timeoutMs?: number;
}

/** The authorization that the answer of a switch brings; the one it was asked with is over (AUTH-11). */
async function newAuthorization(
  { http }: Client,
  call: SwitchCall,
  signal: AbortSignal | undefined,
): Promise<string> {
  const answer = await http.download({ ...call, method: 'GET', ...(signal && { signal }) });
  // Read to its end, so that the connection can be used again; nothing in it matters.
  new Response(answer.body).arrayBuffer().catch(() => undefined);
  const authorization = answer.headers.get('authorization');
  if (!authorization) throw noAuthorization(call.operation, answer.requestId);
  return authorization;
}

/** Takes an authorization, and loads what it may do. */
async function actAs(
  client: Client,
  authorization: string,
  actingFor: Account | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { session } = client;
  session.update({ ...UNKNOWN, authorization, actingFor });
  await loadAccess(client, signal);
  // What the service says of the account acted for may come late, or not at all.
  if (session.authorization() === authorization) session.update({ actingFor });
}

const BACK = { operation: 'switch.back', path: 'switch/manager' } as const;

/**
 * Acts for a managed account from now on: its authorization is stored, its access loaded (AUTH-06).
 * Rejects with an `ApiError`, the own account kept: where the access can't be loaded, it switches back. Where
 * that fails too, the session acts for the account without any right known, and the error's detail says so;
 * `loadAccess` or `switchBack` go on from there.
 */
export async function switchAccount(
  client: Client,
  account: Account,
  signal?: AbortSignal,
): Promise<void> {
  const { session } = client;
  const own = session.current;
  const call = { operation: 'switch.to', path: `switch/${encodeURIComponent(account.id)}` };
  const authorization = await newAuthorization(client, call, signal);
  try {
    await actAs(client, authorization, account, signal);
  } catch (error) {
    if (session.authorization() !== authorization || !own) throw error;
    const call = { ...BACK, timeoutMs: WAY_BACK_MS };
    const returned = await newAuthorization(client, call, undefined).catch(() => undefined);
    if (returned !== undefined) session.update({ ...UNKNOWN, ...own, authorization: returned });
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
 * Acts for the own account again (AUTH-07). Rejects with an `ApiError`: the switch is kept where it is refused;
 * where only the access can't be loaded, the session is the own one without any right known, and `loadAccess`
 * goes on from there.
 */
export async function switchBack(client: Client, signal?: AbortSignal): Promise<void> {
  await actAs(client, await newAuthorization(client, BACK, signal), undefined, signal);
}
