import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { problemBody } from './problem.ts';

/** A fault for tests, as the FAULTS setting lists them. */
export interface Fault {
  /** 'POST /api/v1/login': a method, or '*' for any, and the beginning of the path. */
  readonly match: string;
  readonly kind: 'latency' | 'status' | 'drop-before' | 'drop-after' | 'truncate' | 'body';
  /** latency: milliseconds; status: the status; truncate: bytes let through (half by default); body: the text. */
  readonly value?: string | number;
  /** Affects only every Nth matching call. */
  readonly every?: number;
  /** Affects only the first N matching calls. */
  readonly first?: number;
}

interface LineEnv {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}
type Handler = (request: Request, env: LineEnv) => Response | Promise<Response>;

const DEFAULT_LATENCY = 1_000;
const DEFAULT_STATUS = 503;

/** The connection between client and service: slow, cut, or with a wrong answer. */
export class FaultyLine {
  readonly #faults: { readonly fault: Fault; calls: number }[];
  readonly #handler: Handler;

  constructor(faults: readonly Fault[], handler: Handler) {
    this.#faults = faults.map((fault) => ({ fault, calls: 0 }));
    this.#handler = handler;
  }

  async fetch(request: Request, env: LineEnv): Promise<Response> {
    const struck = this.#faults.length === 0 ? [] : this.#strike(request);
    for (const fault of struck) {
      if (fault.kind === 'latency') await delay(Number(fault.value ?? DEFAULT_LATENCY));
      if (fault.kind === 'status') return failure(Number(fault.value ?? DEFAULT_STATUS));
      if (fault.kind === 'body') return new Response(String(fault.value ?? ''));
      if (fault.kind === 'drop-before') return cut(env);
    }
    const response = await this.#handler(request, env);
    for (const fault of struck) {
      if (fault.kind === 'drop-after') {
        await response.arrayBuffer();
        return cut(env);
      }
      if (fault.kind === 'truncate') return truncated(response, fault.value);
    }
    return response;
  }

  #strike(request: Request): Fault[] {
    const { pathname } = new URL(request.url);
    const struck: Fault[] = [];
    for (const entry of this.#faults) {
      const [method, prefix = ''] = entry.fault.match.split(/\s+/);
      if (method !== '*' && method !== request.method) continue;
      if (!pathname.startsWith(prefix)) continue;
      entry.calls += 1;
      if (entry.calls > (entry.fault.first ?? Number.POSITIVE_INFINITY)) continue;
      if (entry.calls % (entry.fault.every ?? 1) === 0) struck.push(entry.fault);
    }
    return struck;
  }
}

function failure(status: number): Response {
  const requestId = crypto.randomUUID();
  const busy = status === 429 || status === 503;
  return Response.json(problemBody(status, 'A fault was asked for.', requestId), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'x-request-id': requestId,
      ...(busy ? { 'retry-after': '1' } : {}),
    },
  });
}

/** Ends the connection without an answer. */
function cut(env: LineEnv): Response {
  if (!env.incoming) throw new TypeError('fetch failed');
  env.incoming.socket.destroy();
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}

async function truncated(response: Response, value: Fault['value']): Promise<Response> {
  const whole = new Uint8Array(await response.arrayBuffer());
  const part = whole.slice(0, value === undefined ? whole.length >> 1 : Number(value));
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      // Cuts one turn later, so that the first part is sent.
      if (sent) setTimeout(() => controller.error(new TypeError('terminated')), 20);
      else controller.enqueue(part);
      sent = true;
    },
  });
  const headers = new Headers(response.headers);
  headers.set('content-length', String(whole.length));
  return new Response(body, { status: response.status, headers });
}

const KINDS = ['latency', 'status', 'drop-before', 'drop-after', 'truncate', 'body'];

/** Reads the FAULTS setting. Throws with what is wrong in it. */
export function parseFaults(text: string): Fault[] {
  const faults: unknown = JSON.parse(text);
  if (!Array.isArray(faults)) throw new Error('FAULTS must be a JSON list.');
  for (const fault of faults as Fault[]) {
    if (typeof fault.match !== 'string' || !KINDS.includes(fault.kind)) {
      throw new Error(`FAULTS: each fault needs match and kind (${KINDS.join(', ')}).`);
    }
  }
  return faults as Fault[];
}
