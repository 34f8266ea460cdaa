import { maskSecrets } from '../http/mask-secrets.ts';
import type { Exchange, SeenAnswer, SentRequest } from './conform.types.ts';

/** No answer of the contract is longer in these checks, which ask for few rows. */
const MOST_BYTES = 16_000_000;
const MOST_SHOWN = 400;

/** Headers of an answer that the contract speaks of. */
const SHOWN = [
  ...['content-type', 'x-request-id', 'etag', 'idempotent-replayed', 'retry-after', 'location'],
  ...['access-control-allow-origin', 'access-control-expose-headers', 'content-disposition'],
];

const lostConnection = () => new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });

/** Takes secrets and card numbers out of a text, also those that the backend repeats. */
export type Masking = (text: string) => string;

/** Shorter secrets would hide parts of ordinary words. */
const SHORTEST = 4;

/** Returns a function that hides these secrets, wherever they appear, and every authorization and card number. */
export const masking =
  (secrets: () => readonly string[]): Masking =>
  (text) => {
    let masked = text;
    for (const secret of secrets()) {
      const bare = secret.replace(/^Bearer\s+/i, '');
      if (bare.length >= SHORTEST) masked = masked.replaceAll(bare, '***');
    }
    return maskSecrets(masked).replace(/("password"\s*:\s*")[^"]*/gi, '$1***');
  };

const clipped = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
};

/** An address with its query in plain text, as it is written in the contract. */
const plainUrl = (url: string): string => url.replace(/%3A/gi, ':').replace(/%2C/gi, ',');

async function sentRequest(request: Request, mask: Masking): Promise<SentRequest> {
  const type = request.headers.get('content-type') ?? '';
  const text = /json/.test(type) ? await request.clone().text() : '';
  const body = type !== '' && text === '' ? `(${type.split(';')[0]})` : clipped(mask(text));
  const headers = [...request.headers].map(([name, value]) => [
    name,
    name === 'authorization' ? value.replace(/\S+$/, '***') : mask(value),
  ]);
  return {
    method: request.method,
    url: mask(plainUrl(request.url)),
    headers: Object.fromEntries(headers),
    ...(body !== '' && { body }),
  };
}

/** What is shown of an answer. */
export function seenAnswer({ headers, status, text }: Exchange, mask: Masking): SeenAnswer {
  const shown = SHOWN.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, mask(value)] as const];
  });
  const body = clipped(mask(text));
  return {
    ...(status !== undefined && { status }),
    headers: Object.fromEntries(shown),
    ...(body !== '' && { body }),
  };
}

async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MOST_BYTES) {
      throw new TypeError('fetch failed', { cause: { code: 'ANSWER_TOO_LONG' } });
    }
    parts.push(part as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Statuses whose answers have no body. */
const BODILESS: readonly number[] = [204, 205, 304];

interface Recording {
  readonly send: typeof globalThis.fetch;
  readonly mask: Masking;
  readonly onExchange: (exchange: Exchange) => void;
  /** Whether to drop this answer. */
  readonly isLost: () => boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Wraps `fetch` for a client: notes each request and its whole answer, and can lose an answer that has arrived, as a
 * connection does that breaks at the wrong moment.
 */
export const recordingFetch =
  ({ headers, isLost, mask, onExchange, send }: Recording): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    const sent = await sentRequest(request, mask);
    onExchange({ sent, status: undefined, headers: new Headers(), text: '', json: undefined });
    const response = await send(request);
    // Browsers hide a redirect that isn't followed.
    if (response.status === 0) return response;
    const bytes = await readBytes(response);
    const text = new TextDecoder().decode(bytes);
    onExchange({
      ...{ sent, status: response.status, headers: response.headers, text },
      json: parsed(text),
    });
    if (isLost()) throw lostConnection();
    const { headers: answered, status, statusText, url } = response;
    const copy = new Response(BODILESS.includes(status) ? null : bytes, {
      ...{ headers: answered, status, statusText },
    });
    return Object.defineProperty(copy, 'url', { value: url });
  };
