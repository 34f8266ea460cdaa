import { createHttp } from '../http/create-http.ts';
import type { Anomaly, HttpOptions } from '../http/http.types.ts';
import type { ListDialect } from '../http/list-dialects.ts';
import { maskSecrets } from '../http/mask-secrets.ts';
import type { ResourceDoor } from '../resource/resource-client.ts';
import { createSession } from '../session/create-session.ts';
import type { Session, SessionStore } from '../session/session.types.ts';

export interface ClientOptions extends Omit<HttpOptions, 'authorization' | 'onUnauthorized'> {
  /** Where the session is kept. */
  readonly store: SessionStore;
  /** How lists are asked for; default 'query' (LIST-07). */
  readonly dialect?: ListDialect;
  /** How long imports and uploads may take. */
  readonly imports?: Partial<ImportLimits>;
  /**
   * Told when a signed-in call answered 401: the session is over, and forgotten already (AUTH-09). Why it ended
   * is in `error.message`, in the service's words.
   */
  readonly onSessionEnded?: (operation: string, error: Error) => void;
}

/** How long an import may take; what passes is asked for by its key, and never guessed. */
export interface ImportLimits {
  /**
   * Longest wait for the first byte of the answer, in ms, beside the time that the file takes at 64 KB a
   * second; default 300,000. A service answers once all rows are entered. Uploads alike.
   */
  readonly waitMs: number;
  /** Bound on the whole of one import in ms, questions about its outcome included; default 1,800,000. */
  readonly wholeMs: number;
}

export const DEFAULT_IMPORT_LIMITS: ImportLimits = { waitMs: 5 * 60_000, wholeMs: 30 * 60_000 };

const BYTES_PER_MS = 64;

/** How long a file's answer is waited for. */
export const waitFor = ({ waitMs, wholeMs }: ImportLimits, file: Blob): number =>
  Math.min(wholeMs, waitMs + Math.ceil(file.size / BYTES_PER_MS));

/** One service, one session: what every call of this package is made with. */
export interface Client extends ResourceDoor {
  readonly session: Session;
  /** Default: `DEFAULT_IMPORT_LIMITS`. */
  readonly imports?: ImportLimits;
}

/**
 * A client of the service.
 * @example
 * const client = createClient({ baseUrl: 'https://portal.example/api/v1', store: memoryStore() });
 * await signIn(client, { email, password });
 */
export function createClient(options: ClientOptions): Client {
  const { store, dialect = 'query', imports, onSessionEnded, ...rest } = options;
  const session = createSession(store);
  const http = createHttp({
    ...rest,
    authorization: session.authorization,
    onUnauthorized: (operation, error) => {
      session.end();
      onSessionEnded?.(operation, error);
    },
  });
  const report = ({ message, operation, path }: Anomaly) =>
    options.onAnomaly?.({ operation, path: maskSecrets(path), message: maskSecrets(message) });
  return { http, session, dialect, report, imports: { ...DEFAULT_IMPORT_LIMITS, ...imports } };
}
