import type { MenuAccess, Screen } from '../permissions/index.ts';
import type { Option } from '../resource/resource.types.ts';

/** The signed-in user, as returned by `GET profile/user`. */
export interface UserProfile {
  readonly id: string;
  readonly profileId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly profileImage: string;
  readonly eligibleForSwitch: boolean;
  readonly country?: Option | undefined;
}

/** The signed-in user's company, as returned by `GET profile/company`. */
export interface CompanyProfile {
  readonly id: string;
  readonly name: string;
  readonly logo: string;
  /** Whether it is the provider itself, whose users are its staff; undefined if the service doesn't say. */
  readonly ofProvider?: boolean | undefined;
}

/** A managed account, or the account being acted for. */
export interface Account {
  readonly id: string;
  readonly name: string;
}

/** Everything stored of a session, as plain JSON. Only `authorization` is secret. */
export interface SessionState {
  /** Complete header value: 'Bearer …'. */
  readonly authorization: string;
  readonly user?: UserProfile | undefined;
  readonly company?: CompanyProfile | undefined;
  readonly screens?: readonly Screen[] | undefined;
  readonly access?: MenuAccess | undefined;
  /**
   * Whether this user may switch accounts. The next field is the account acted for while switched
   * (AUTH-08).
   */
  readonly switchEligible?: boolean | undefined;
  readonly actingFor?: Account | undefined;
}

/** Where a session is stored: cookie and local storage in the portal, a file in the command line. */
export interface SessionStore {
  load(): SessionState | undefined;
  save(state: SessionState): void;
  clear(): void;
}

/** The current session; reads and changes go through it, never through the store. */
export interface Session {
  readonly current: SessionState | undefined;
  /** For `HttpOptions.authorization`. */
  authorization(): string | undefined;
  /**
   * Undefined without a session; `RIGHTS_NOT_LOADED`, which grants nothing, until the screens are loaded.
   */
  access(): MenuAccess | undefined;
  update(change: Partial<SessionState> & { readonly authorization?: string }): SessionState;
  /**
   * Clears the whole session (AUTH-05). With `keepStored` the store keeps it, and the next session begins with
   * it: nothing has proved that the service ended it.
   */
  end(how?: { readonly keepStored?: boolean }): void;
  subscribe(listener: (state: SessionState | undefined) => void): () => void;
}
