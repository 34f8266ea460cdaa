import type { MenuAccess, Screen } from '../permissions/index.ts';
import type { Option } from '../resource/resource.types.ts';

/** The signed-in user, as `GET profile/user` tells. */
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

export interface CompanyProfile {
  readonly id: string;
  readonly name: string;
  readonly logo: string;
}

/** A managed account, or the one acted for. */
export interface Account {
  readonly id: string;
  readonly name: string;
}

/** All that is kept of a session; plain JSON. Only `authorization` is secret. */
export interface SessionState {
  /** Whole header value: 'Bearer …'. */
  readonly authorization: string;
  readonly user?: UserProfile | undefined;
  readonly company?: CompanyProfile | undefined;
  readonly screens?: readonly Screen[] | undefined;
  readonly access?: MenuAccess | undefined;
  /** Switching: whether this user may, and the account acted for while switched (AUTH-08). */
  readonly switchEligible?: boolean | undefined;
  readonly actingFor?: Account | undefined;
}

/** Where a session is kept: a port. Cookie and local storage in the portal, a file in the command line. */
export interface SessionStore {
  load(): SessionState | undefined;
  save(state: SessionState): void;
  clear(): void;
}

export interface Session {
  readonly current: SessionState | undefined;
  /** For `HttpOptions.authorization`. */
  authorization(): string | undefined;
  /** Undefined without a session; `RIGHTS_NOT_LOADED`, no right at all, until the screens are loaded. */
  access(): MenuAccess | undefined;
  update(change: Partial<SessionState> & { readonly authorization?: string }): SessionState;
  /** Forgets all of it (AUTH-05). */
  end(): void;
  subscribe(listener: (state: SessionState | undefined) => void): () => void;
}
