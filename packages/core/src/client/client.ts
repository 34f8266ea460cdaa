import { createHttp } from '../http/create-http.ts';
import type { HttpOptions, Oddity } from '../http/http.types.ts';
import { maskSecrets } from '../http/mask-secrets.ts';
import type { ListDialect } from '../http/page.types.ts';
import type { ResourceDoor } from '../resource/resource-client.ts';
import { createSession } from '../session/create-session.ts';
import type { Session, SessionStore } from '../session/session.types.ts';

export interface ClientOptions extends Omit<HttpOptions, 'authorization' | 'onUnauthorized'> {
  /** Where the session is kept. */
  readonly store: SessionStore;
  /** How lists are asked for; default 'query' (LIST-07). */
  readonly dialect?: ListDialect;
  /** Told when a signed-in call answered 401: the session is over, and forgotten already (AUTH-09). */
  readonly onSessionEnded?: (operation: string) => void;
}

/** One service, one session: what every call of this package is made with. */
export interface Client extends ResourceDoor {
  readonly session: Session;
}

/**
 * A client of the service.
 * @example
 * const client = createClient({ baseUrl: 'https://portal.example/api/v1', store: memoryStore() });
 * await signIn(client, { email, password });
 */
export function createClient(options: ClientOptions): Client {
  const { store, dialect = 'query', onSessionEnded, ...rest } = options;
  const session = createSession(store);
  const http = createHttp({
    ...rest,
    authorization: session.authorization,
    onUnauthorized: (operation) => {
      session.end();
      onSessionEnded?.(operation);
    },
  });
  const report = ({ message, operation, path }: Oddity) =>
    options.onOddity?.({ operation, path: maskSecrets(path), message: maskSecrets(message) });
  return { http, session, dialect, report };
}
