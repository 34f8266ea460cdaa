import type { SessionState } from '../../session/session.types.ts';
import type { AnswerEvent, View } from '../view.ts';

/** What the login flow asks of its surroundings. */
export interface LoginPorts {
  /**
   * `POST login`; keeps the authorization. Rejects with an ApiError; refused credentials
   * have the code 'invalid_credentials' (AUTH-02).
   */
  signIn(credentials: { email: string; password: string }, signal: AbortSignal): Promise<void>;
  /** Profile, company, screens and switch eligibility, in parallel (AUTH-04). */
  loadAccess(signal: AbortSignal): Promise<SessionState>;
}

export interface LoginInput {
  readonly email?: string;
}

export type LoginEvent = AnswerEvent | { readonly type: 'submit' } | { readonly type: 'cancel' };

export interface LoginData {
  readonly email: string;
}

export type LoginView = View<
  'credentials' | 'signingIn' | 'loadingAccess',
  'submit' | 'cancel',
  LoginData,
  { readonly session: Omit<SessionState, 'authorization'> }
>;
