import { assign, fromPromise, setup } from 'xstate';
import { isEmail } from '../../format/index.ts';
import type { SessionState } from '../../session/session.types.ts';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import type { Failure } from '../view.ts';
import type { LoginEvent, LoginInput } from './login.types.ts';

/** Plain JSON. It holds only whether a password was given, not the password. */
export interface LoginContext {
  readonly email: string;
  readonly emailTouched: boolean;
  readonly passwordProvided: boolean;
  readonly passwordTouched: boolean;
  /** The credentials were accepted; only the access is missing. */
  readonly signedIn: boolean;
  readonly failure: Failure | undefined;
  readonly session: Omit<SessionState, 'authorization'> | undefined;
}

const isComplete = ({ email, passwordProvided }: LoginContext): boolean =>
  isEmail(email) && passwordProvided;

const loginSetup = setup({
  types: {
    context: {} as LoginContext,
    events: {} as LoginEvent,
    input: {} as LoginInput,
  },
  actors: {
    signIn: fromPromise<void, { email: string }>(placeholder),
    loadAccess: fromPromise<Omit<SessionState, 'authorization'>>(placeholder),
  },
  actions: {
    /** Keeps a secret outside the event, so that it never enters a snapshot. */
    keepSecret: (_, _params: { readonly name: string; readonly value: unknown }) => {},
    forgetSecrets: () => {},
    answer: assign(({ event }) => {
      if (event.type !== 'field.changed') return {};
      const changed = { signedIn: false, failure: undefined };
      if (event.name === 'email') {
        return { ...changed, email: String(event.value ?? '').trim(), emailTouched: true };
      }
      if (event.name === 'password') {
        return { ...changed, passwordProvided: Boolean(event.value), passwordTouched: true };
      }
      return {};
    }),
  },
  guards: {
    complete: ({ context }) => isComplete(context),
    signedIn: ({ context }) => context.signedIn,
  },
});

const answering = loginSetup.createStateConfig({
  on: {
    'field.changed': {
      target: 'credentials',
      actions: [
        'answer',
        { type: 'keepSecret', params: ({ event }) => ({ name: event.name, value: event.value }) },
      ],
    },
    cancel: 'cancelled',
  },
});

/** Signs in with email and password, then loads the access (AUTH-01, AUTH-02, AUTH-04). */
export const loginMachine = loginSetup.createMachine({
  id: 'login',
  context: ({ input }) => ({
    email: input.email?.trim() ?? '',
    emailTouched: Boolean(input.email),
    passwordProvided: false,
    passwordTouched: false,
    signedIn: false,
    failure: undefined,
    session: undefined,
  }),
  initial: 'credentials',
  states: {
    credentials: {
      on: { ...answering.on, submit: { guard: 'complete', target: 'signingIn' } },
    },
    signingIn: {
      entry: assign({ failure: undefined }),
      on: { cancel: 'cancelled' },
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => ({ email: context.email }),
        onDone: { target: 'loadingAccess', actions: assign({ signedIn: true }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
        },
      },
    },
    loadingAccess: {
      entry: assign({ failure: undefined }),
      on: { cancel: 'cancelled' },
      invoke: {
        id: 'loadAccess',
        src: 'loadAccess',
        onDone: { target: 'done', actions: assign({ session: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign(({ event }) => {
            const failure = toFailure(event.error);
            return { failure, signedIn: failure.status !== 401 };
          }),
        },
      },
    },
    failed: {
      on: {
        ...answering.on,
        submit: [
          { guard: 'signedIn', target: 'loadingAccess' },
          { guard: 'complete', target: 'signingIn' },
        ],
      },
    },
    done: { type: 'final', entry: 'forgetSecrets' },
    cancelled: { type: 'final', entry: 'forgetSecrets' },
  },
});
