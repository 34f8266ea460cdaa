/** A call as recorded by the fake transport. */
export interface RecordedCall {
  readonly method: string;
  /** Without host and base path: 'fuel-transaction/authcode'. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /**
   * JSON as a value, a form as its entries (files by name), anything else as text; undefined without a
   * body.
   */
  readonly body: unknown;
}

/**
 * One scripted response. `fault` loses it: 'refused' before the service received the call, 'lost' after;
 * 'silent' never responds.
 */
export type FakeAnswer =
  | {
      readonly status?: number;
      readonly json?: unknown;
      /** Any bytes or text, instead of `json`. */
      readonly body?: BodyInit;
      readonly headers?: Readonly<Record<string, string>>;
      /** Delay before the response, in ms. */
      readonly delayMs?: number;
    }
  | { readonly fault: 'refused' | 'lost' | 'silent' };

/** A call that the fake transport answers. */
export interface FakeRoute {
  /** 'GET fuel-transaction/authcode': method and complete path below the base URL. */
  readonly match: string;
  /** One response for all calls, a sequence (its last one repeats), or a function of the call. */
  readonly answer: FakeAnswer | readonly FakeAnswer[] | ((call: RecordedCall) => FakeAnswer);
}

/** A replacement for `fetch` that records its calls. */
export interface FakeTransport {
  /** Pass as `fetch` in the client's options. */
  readonly fetch: typeof globalThis.fetch;
  /** Every call so far, in order. */
  readonly calls: readonly RecordedCall[];
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('json')) return request.json();
  if (type.includes('form')) {
    return Object.fromEntries(
      [...(await request.formData())].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : value.name,
      ]),
    );
  }
  return (await request.text()) || undefined;
}

const fault = (code: string) => new TypeError('fetch failed', { cause: { code } });

const aborted = ({ signal }: Request): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const waiting = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Creates a transport that answers from a table and records its calls. The client runs unchanged; only the
 * network is replaced. A call that matches no route gets a 404.
 *
 * @param routes which calls get which answer; the first that matches counts
 * @returns the transport, with the calls that it got
 * @example
 * const transport = createFakeTransport([{ match: 'GET screens', answer: { json: [] } }]);
 * const client = createClient({ baseUrl: FAKE_BASE_URL, fetch: transport.fetch, store: memoryStore() });
 */
export function createFakeTransport(routes: readonly FakeRoute[]): FakeTransport {
  const calls: RecordedCall[] = [];
  const used = new Map<FakeRoute, number>();

  const pick = (route: FakeRoute, call: RecordedCall): FakeAnswer | undefined => {
    const { answer } = route;
    if (typeof answer === 'function') return answer(call);
    if (!Array.isArray(answer)) return answer as FakeAnswer;
    const count = used.get(route) ?? 0;
    used.set(route, count + 1);
    return answer[Math.min(count, answer.length - 1)];
  };

  // Without a reference the request is garbage-collected together with its signal, which then never aborts.
  const held = new Set<Request>();

  const answerTo = async (request: Request): Promise<Response> => {
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/api\/v1\//, '').replace(/^\//, '');
    const call: RecordedCall = {
      method: request.method,
      path,
      query: url.searchParams,
      headers: request.headers,
      body: await readBody(request),
    };
    calls.push(call);
    const route = routes.find(({ match }) => match === `${call.method} ${path}`);
    const answer = (route && pick(route, call)) ?? { status: 404 };
    if ('fault' in answer) {
      if (answer.fault === 'refused') throw fault('ECONNREFUSED');
      if (answer.fault === 'lost') throw fault('ECONNRESET');
      return aborted(request);
    }
    if (answer.delayMs !== undefined)
      await Promise.race([waiting(answer.delayMs), aborted(request)]);
    const headers = new Headers(answer.headers);
    const json = answer.json !== undefined;
    if (json && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const body = json ? JSON.stringify(answer.json) : (answer.body ?? null);
    return new Response(body, { status: answer.status ?? 200, headers });
  };

  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    held.add(request);
    return answerTo(request).finally(() => held.delete(request));
  };
  return { fetch, calls };
}
