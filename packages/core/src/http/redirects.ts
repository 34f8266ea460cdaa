import type { Call, Outcome } from './http.types.ts';
import { NOT_THE_SERVICE } from './not-the-service.ts';
import { ApiError, isSafe } from './outcome.ts';

/** Browsers hide the status of a redirect that isn't followed: it reads 0. */
const REDIRECTS: readonly number[] = [0, 301, 302, 303, 307, 308];

export const isRedirect = ({ status }: Response): boolean => REDIRECTS.includes(status);

/** Returns an address without its query, which may hold a secret. */
function placeOf(address: URL, from: URL): string {
  return address.origin === from.origin ? address.origin + address.pathname : address.origin;
}

function targetOf(response: Response, from: URL): URL | undefined {
  try {
    return new URL(response.headers.get('location') ?? '', from);
  } catch {
    return undefined;
  }
}

/**
 * Returns the outcome of a redirected unsafe call. 307 and 308 ask for the same call elsewhere, so it had no
 * effect here. 301 and 302 to another origin come from a network or a proxy, which answers before the
 * service is asked. Any other redirect may follow a change: 303 says so, and a browser hides which one it was.
 */
function redirectOutcome(call: Call, status: number, isElsewhere: boolean): Outcome {
  if (isSafe(call) || status === 307 || status === 308) return 'none';
  return isElsewhere && (status === 301 || status === 302) ? 'none' : 'unknown';
}

/**
 * Creates the error for a redirect that isn't followed or leads to no response of the service: a network's
 * sign-in page, or a service that has moved.
 */
export function redirectedError(call: Call, response: Response, url: string): ApiError {
  const { headers, status } = response;
  const from = new URL(url);
  const to = headers.has('location') ? targetOf(response, from) : undefined;
  return new ApiError({
    kind: 'http',
    operation: call.operation,
    code: 'redirected',
    message: `The service redirected elsewhere (${call.operation})`,
    detail: NOT_THE_SERVICE.redirect(to && placeOf(to, from)),
    status: status === 0 ? undefined : status,
    requestId: headers.get('x-request-id') ?? undefined,
    outcome: redirectOutcome(call, status, to !== undefined && to.origin !== from.origin),
  });
}

/** Whether a redirected read reached the service: web pages and refusals of another origin are not its own. */
export function isOfService(response: Response, url: string): boolean {
  if (isWebPage(response.headers.get('content-type'))) return false;
  return response.ok || new URL(response.url || url, url).origin === new URL(url).origin;
}

export const isWebPage = (contentType: string | null | undefined): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? '');
