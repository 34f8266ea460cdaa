import type { Output } from '../output/output.ts';

const API_PATH = '/api/v1';

const hasNoPath = (baseUrl: string): boolean => new URL(baseUrl).pathname === '/';

/**
 * Completes an address without a path, such as http://portal.example.com: the first call checks
 * whether the service is at /api/v1, all calls then go there, and a note says so. A service at the
 * root keeps its address; an address with a path costs no extra call.
 */
export function withBasePath(baseUrl: string, send: typeof fetch, output: Output): typeof fetch {
  if (!hasNoPath(baseUrl)) return send;
  const root = new URL(baseUrl).origin;
  let found: Promise<string> | undefined;
  return async (input, init) => {
    const request = new Request(input, init);
    found ??= findBase(root, send, request.signal).then((base) => {
      if (base !== root) {
        output.note(
          `The address has no path; found the service at ${base}. To keep it: forecourt config set base-url ${base}`,
        );
      }
      return base;
    });
    const base = await found;
    if (base === root) return send(request);
    return send(new Request(base + request.url.slice(root.length), request));
  };
}

/** The service answers this call with JSON, signed in or not; a portal answers with its HTML page. */
async function findBase(root: string, send: typeof fetch, signal: AbortSignal): Promise<string> {
  try {
    const answer = await send(`${root}${API_PATH}/profile/user`, {
      headers: { accept: 'application/json' },
      signal,
    });
    await answer.body?.cancel();
    const isService =
      answer.status !== 404 && /json/.test(answer.headers.get('content-type') ?? '');
    return isService ? root + API_PATH : root;
  } catch {
    // The call itself fails the same way and reports it.
    return root;
  }
}
