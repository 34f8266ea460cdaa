import type { SessionState } from '../../session/session.types.ts';
import type { AnswerEvent, View } from '../view.ts';

/** What signing in needs from its environment. */
export interface LoginPorts {
  /**
   * `POST login`; stores the authorization. Rejects with an ApiError; refused credentials have the code
   * 'invalid_credentials' (AUTH-02).
   */
  signIn(credentials: { email: string; password: string }, signal: AbortSignal): Promise<void>;
  /** Loads profile, company, screens and switch eligibility in parallel (AUTH-04). */
  loadAccess(signal: AbortSignal): Promise<SessionState>;
}

/** Input of signing in. */
export interface LoginInput {
  readonly email?: string;
}

/** What signing in asks for. */
export type LoginField = 'email' | 'password';

/** Events of signing in. */
export type LoginEvent =
  | AnswerEvent<LoginField>
  | { readonly type: 'submit' }
  | { readonly type: 'cancel' };

/** What signing in shows; never the password. */
export interface LoginData {
  readonly email: string;
}

/** View of signing in. */
export type LoginView = View<
  'credentials' | 'signingIn' | 'loadingAccess',
  'submit' | 'cancel',
  LoginData,
  { readonly session: Omit<SessionState, 'authorization'> },
  LoginField
>;
