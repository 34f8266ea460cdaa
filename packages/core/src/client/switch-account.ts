import { ApiError } from '../http/api-error.ts';
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

/**
 * Takes the authorization that the answer brings, and loads its access. Where either fails, the session
 * is as before, all of it.
 */
async function actAs(
  client: Client,
  call: { readonly operation: string; readonly path: string },
  actingFor: Account | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { http, session } = client;
  const before = session.current;
  const answer = await http.download({ ...call, method: 'GET', ...(signal && { signal }) });
  // Read to its end, so that the connection can be used again; nothing in it matters.
  new Response(answer.body).arrayBuffer().catch(() => undefined);
  const authorization = answer.headers.get('authorization');
  if (!authorization) throw noAuthorization(call.operation, answer.requestId);
  const account = { user: undefined, company: undefined, screens: undefined, access: undefined };
  session.update({ ...account, authorization, actingFor });
  try {
    await loadAccess(client, signal);
    // What the service says of the account acted for may come late, or not at all.
    if (session.authorization() === authorization) session.update({ actingFor });
  } catch (error) {
    const unknown = { ...account, actingFor: undefined, switchEligible: undefined };
    if (before) session.update({ ...unknown, ...before });
    throw error;
  }
}

/**
 * Acts for a managed account from now on: its authorization is stored, its access loaded (AUTH-06).
 * Rejects with an `ApiError`, the own account kept.
 */
export const switchAccount = (
  client: Client,
  account: Account,
  signal?: AbortSignal,
): Promise<void> =>
  actAs(
    client,
    { operation: 'switch.to', path: `switch/${encodeURIComponent(account.id)}` },
    account,
    signal,
  );

/** Acts for the own account again (AUTH-07). Rejects with an `ApiError`, the switch kept. */
export const switchBack = (client: Client, signal?: AbortSignal): Promise<void> =>
  actAs(client, { operation: 'switch.back', path: 'switch/manager' }, undefined, signal);
