import { fromPromise } from 'xstate';
import { perRun } from '../per-run.ts';
import { defineWorkflow, type StateAndContext, type Workflow } from '../workflow.ts';
import { loginMachine } from './login.machine.ts';
import type { LoginEvent, LoginInput, LoginPorts, LoginView } from './login.types.ts';
import { loginView } from './login.view.ts';

/** The password isn't saved, so every state that needs it starts over. */
const resumeLogin = ({
  state,
  context,
}: StateAndContext<typeof loginMachine>): StateAndContext<typeof loginMachine> => ({
  state: state === 'signingIn' ? 'credentials' : state,
  context: { ...context, passwordProvided: false, passwordTouched: false },
});

/**
 * Signs a user in. Answer `email` and `password`, then `submit`. A refusal leads to `failed` with
 * 'invalid_credentials'; the needs remain, so that the user can correct an answer or `submit` again. The
 * password stays with the run and never enters a snapshot or a view.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const run = startWorkflow(loginWorkflow(loginPorts(client)), { input: {} });
 * run.send({ type: 'field.changed', name: 'email', value: email });
 * run.send({ type: 'field.changed', name: 'password', value: password });
 * run.send({ type: 'submit' });
 */
export function loginWorkflow(ports: LoginPorts): Workflow<LoginView, LoginEvent, LoginInput> {
  const secrets = perRun(() => ({ password: '' }));
  const machine = loginMachine.provide({
    actors: {
      signIn: fromPromise(async ({ input, system, signal }) =>
        ports.signIn({ email: input.email, password: secrets(system).password }, signal),
      ),
      loadAccess: fromPromise(async ({ signal }) => {
        const { authorization: _secret, ...session } = await ports.loadAccess(signal);
        return session;
      }),
    },
    actions: {
      keepSecret: ({ system }, { name, value }) => {
        if (name === 'password') secrets(system).password = String(value ?? '');
      },
      forgetSecrets: ({ system }) => {
        secrets(system).password = '';
      },
    },
  });
  return defineWorkflow({ id: 'login', version: 1, machine, view: loginView, resume: resumeLogin });
}
