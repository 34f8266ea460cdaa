import type { SnapshotFrom } from 'xstate';
import { isEmail } from '../../format/index.ts';
import { LOGIN_MESSAGES, required } from '../../messages/login-messages.ts';
import { ALLOWED, type Decision, refused } from '../../permissions/index.ts';
import { NOT_NOW, when } from '../commands.ts';
import type { FieldIssue, Need } from '../view.ts';
import type { LoginContext, loginMachine } from './login.machine.ts';
import type { LoginField, LoginView } from './login.types.ts';

const issue = (wrong: boolean, code: string, message: string): FieldIssue[] =>
  wrong ? [{ code, message }] : [];

const needs = (context: LoginContext): readonly Need<LoginField>[] => [
  {
    kind: 'field',
    name: 'email',
    label: 'Email',
    input: 'email',
    secret: false,
    required: true,
    value: context.email,
    answered: isEmail(context.email),
    issues: issue(
      context.emailTouched && !isEmail(context.email),
      'invalid_email',
      LOGIN_MESSAGES.email,
    ),
  },
  {
    kind: 'field',
    name: 'password',
    label: 'Password',
    input: 'password',
    secret: true,
    required: true,
    answered: context.passwordProvided,
    issues: issue(
      context.passwordTouched && !context.passwordProvided,
      'required',
      required('Password'),
    ),
  },
];

function submit(context: LoginContext): Decision {
  if (context.signedIn) return ALLOWED;
  if (!isEmail(context.email)) return refused('invalid_email', LOGIN_MESSAGES.email);
  return context.passwordProvided ? ALLOWED : refused('required', required('Password'));
}

/** Derives the view of signing in (AUTH-01, AUTH-02). */
export function loginView(snapshot: SnapshotFrom<typeof loginMachine>): LoginView {
  const { context, value: state } = snapshot;
  const data = { email: context.email };
  const waiting = state === 'signingIn' || state === 'loadingAccess';
  const ended = state === 'done' || state === 'cancelled';
  const commands = {
    submit: waiting || ended ? NOT_NOW : submit(context),
    cancel: when(!ended),
  };
  if (state === 'done' && context.session) {
    return { status: 'done', output: { session: context.session }, commands, data };
  }
  if (state === 'failed' && context.failure) {
    return { status: 'failed', error: context.failure, needs: needs(context), commands, data };
  }
  if (waiting) return { status: 'pending', step: state, busy: true, needs: [], commands, data };
  if (state === 'cancelled') return { status: 'cancelled', commands, data };
  return {
    status: 'pending',
    step: 'credentials',
    busy: false,
    needs: needs(context),
    commands,
    data,
  };
}
