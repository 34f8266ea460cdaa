/**
 * The client: calls of the service beyond a resource's own (session, imports, billing, reference lists),
 * and the ports that workflows get from a client. Requests and retries are in `http`; workflows never
 * import this folder.
 */

import { createHttp } from '../http/create-http.ts';
import type { Anomaly, HttpOptions } from '../http/http.types.ts';
import type { ListDialect } from '../http/list-dialects.ts';
import { maskSecrets } from '../http/mask-secrets.ts';
import { requireText } from '../http/require-text.ts';
import { registrar } from '../resource/own-registrar.ts';
import type { AnyOwnResource } from '../resource/own-resource.types.ts';
import type { ResourceTransport } from '../resource/resource-client.ts';
import { createSession } from '../session/create-session.ts';
import type { Session, SessionStore } from '../session/session.types.ts';

/**
 * Options of `createClient`: those of the HTTP client, plus session store, list dialect and import limits.
 */
export interface ClientOptions extends Omit<HttpOptions, 'authorization' | 'onUnauthorized'> {
  /** Where the session is stored. */
  readonly store: SessionStore;
  /** How list queries are sent; default 'query' (LIST-07). */
  readonly dialect?: ListDialect;
  /**
   * The service's clock, where the platform knows it; decides what 'today' is in filters (LIST-15). Default:
   * this computer's.
   */
  readonly now?: () => Date;
  /** Time limits of imports and uploads. */
  readonly imports?: Partial<ImportLimits>;
  /** Resources of your own, which are registered for the whole process (`registerResources`). */
  readonly resources?: readonly AnyOwnResource[];
  /**
   * Called when a signed-in call gets a 401. The session has ended and is already cleared (AUTH-09), except
   * that the store keeps it if the 401 isn't the service's own; `error.message` is the service's text for why.
   */
  readonly onSessionEnded?: (operation: string, error: Error) => void;
}

/**
 * Time limits of an import. After a timeout the service is asked for the outcome by key; it is never
 * guessed.
 */
export interface ImportLimits {
  /**
   * Longest wait for the first byte of the response, in ms, in addition to the time the file takes at 64 KB
   * per second; default 300,000. The service responds only when all rows are entered. Also applies to
   * uploads.
   */
  readonly waitMs: number;
  /** Limit on one import as a whole in ms, including requests for its outcome; default 1,800,000. */
  readonly wholeMs: number;
}

export const DEFAULT_IMPORT_LIMITS: ImportLimits = { waitMs: 5 * 60_000, wholeMs: 30 * 60_000 };

const BYTES_PER_MS = 64;

/** Returns how long to wait for the response to a file, in ms. */
export const waitFor = ({ waitMs, wholeMs }: ImportLimits, file: Blob): number =>
  Math.min(wholeMs, waitMs + Math.ceil(file.size / BYTES_PER_MS));

/** One service and one session; every call of this package takes it. */
export interface Client extends ResourceTransport {
  readonly session: Session;
  /** Default: `DEFAULT_IMPORT_LIMITS`. */
  readonly imports?: ImportLimits;
}

/**
 * Creates a client of the service. It sends nothing until it is used; calls reject with an `ApiError`. Throws an
 * `OwnResourceError` for a resource that can't be registered, a RangeError for a time limit that is no positive
 * number of milliseconds, and a TypeError without `baseUrl` or `store`.
 *
 * @param options where the service is, where the session is kept, and limits in ms
 * @returns the client
 * @example
 * const client = createClient({ baseUrl: 'https://portal.example/api/v1', store: memoryStore() });
 * await signIn(client, { email, password });
 */
export function createClient(options: ClientOptions): Client {
  requireText(options?.baseUrl, 'The baseUrl of createClient({ baseUrl, store })');
  if (typeof options.store?.load !== 'function') {
    throw new TypeError(
      'The store of createClient({ baseUrl, store }) is a SessionStore, such as memoryStore().',
    );
  }
  const { store, dialect = 'query', imports, now, onSessionEnded, resources, ...rest } = options;
  if (resources) registrar.register(resources);
  const session = createSession(store);
  const http = createHttp({
    ...rest,
    authorization: session.authorization,
    onUnauthorized: (operation, error) => {
      // A proxy's 401 doesn't prove that the service ended the session; an ended one is useless anyway.
      session.end({ keepStored: error.foreign });
      onSessionEnded?.(operation, error);
    },
  });
  const report = ({ message, operation, path }: Anomaly) =>
    options.onAnomaly?.({ operation, path: maskSecrets(path), message: maskSecrets(message) });
  return { http, session, dialect, report, now, imports: { ...DEFAULT_IMPORT_LIMITS, ...imports } };
}
