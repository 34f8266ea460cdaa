import { describe, expect, it } from 'vitest';
import { ApiError, networkError } from '../../http/outcome.ts';
import type { SessionState } from '../../session/session.types.ts';
import { signedInState } from '../../testing/fixtures.ts';
import { recordViews } from '../../testing/record-views.ts';
import { persist, resume } from '../persist.ts';
import { scripted } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type { LoginField, LoginInput, LoginPorts, LoginView } from './login.types.ts';
import { loginWorkflow } from './login.workflow.ts';

const PASSWORD = 'Very-Secret-1!';

const refused = () =>
  new ApiError({
    kind: 'http',
    operation: 'login',
    code: 'invalid_credentials',
    message: 'Invalid Credential Please try again.',
    status: 401,
  });
const offline = (operation: string) => networkError({ operation, outcome: 'none' }, 'no route');

function start(input: LoginInput = {}) {
  const signIn = scripted<Parameters<LoginPorts['signIn']>, void>();
  const access = scripted<[AbortSignal], SessionState>();
  const workflow = loginWorkflow({ signIn: signIn.port, loadAccess: access.port });
  const run = startWorkflow(workflow, { input });
  const { views } = recordViews(run);
  const answer = (name: LoginField, value: unknown) =>
    run.send({ type: 'field.changed', name, value });
  const submit = () => run.send({ type: 'submit' });
  const signInAs = (email: string) => {
    answer('email', email);
    answer('password', PASSWORD);
    submit();
  };
  return { run, views, workflow, signIn, access, answer, submit, signInAs };
}

const steps = (views: readonly LoginView[]): string[] =>
  views.map((view) => (view.status === 'pending' ? view.step : view.status));

const need = (view: LoginView, name: string) =>
  'needs' in view ? view.needs.find((candidate) => candidate.name === name) : undefined;

describe('signing in', () => {
  it('AUTH-01 AUTH-04 asks for email and password, signs in, loads access and is done', async () => {
    const { run, views, signIn, access, signInAs } = start();
    signInAs('ada@forecourt.test');
    await signIn.last().resolve();
    await access.last().resolve(signedInState());
    expect(steps(views)).toEqual([
      'credentials',
      'credentials',
      'credentials',
      'signingIn',
      'loadingAccess',
      'done',
    ]);
    expect(signIn.last().args[0]).toEqual({ email: 'ada@forecourt.test', password: PASSWORD });
    const { authorization: _, ...session } = signedInState();
    expect(run.view).toMatchObject({ status: 'done', output: { session } });
    expect(JSON.stringify(run.view)).not.toContain('Bearer');
  });

  it('AUTH-01 refuses to submit, with the reason, while something is empty or malformed', () => {
    const { run, signIn, answer, submit } = start();
    const reason = () => {
      const { submit } = run.view.commands;
      return submit.allowed ? undefined : submit.reason.message;
    };
    expect(reason()).toBe('Please enter a valid email.');
    expect(need(run.view, 'email')?.issues).toEqual([]);
    answer('email', 'ada@forecourt');
    expect(need(run.view, 'email')).toMatchObject({
      answered: false,
      issues: [{ code: 'invalid_email', message: 'Please enter a valid email.' }],
    });
    submit();
    answer('email', ' ada@forecourt.test ');
    expect(need(run.view, 'email')).toMatchObject({
      answered: true,
      value: 'ada@forecourt.test',
      issues: [],
    });
    expect(reason()).toBe('Password is required');
    answer('password', 'x');
    expect(need(run.view, 'password')).toMatchObject({ answered: true, secret: true });
    answer('password', '');
    expect(need(run.view, 'password')?.issues).toEqual([
      { code: 'required', message: 'Password is required' },
    ]);
    submit();
    expect(signIn.calls).toHaveLength(0);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@forecourt.test',
    'a da@forecourt.test',
    'a@b@c.ca',
    'ada@forecourt',
  ])('AUTH-01 rejects %j as an email', (email) => {
    const { run } = start({ email });
    expect(need(run.view, 'email')?.answered).toBe(false);
    expect(need(run.view, 'email')?.issues).toHaveLength(email === '' ? 0 : 1);
  });

  it('AUTH-02 shows refused credentials, keeps the form and signs in with another password', async () => {
    const { run, views, signIn, access, answer, submit, signInAs } = start();
    signInAs('ada@forecourt.test');
    await signIn.last().reject(refused());
    expect(run.view).toMatchObject({
      status: 'failed',
      error: {
        code: 'invalid_credentials',
        message: 'Invalid Credential Please try again.',
        status: 401,
        outcome: 'none',
      },
      commands: { submit: { allowed: true } },
    });
    expect(need(run.view, 'email')).toMatchObject({ value: 'ada@forecourt.test' });
    expect(need(run.view, 'password')).toMatchObject({ answered: true });
    answer('password', 'another');
    submit();
    expect(signIn.last().args[0].password).toBe('another');
    await signIn.last().resolve();
    await access.last().resolve(signedInState());
    expect(steps(views).slice(3)).toEqual([
      'signingIn',
      'failed',
      'credentials',
      'signingIn',
      'loadingAccess',
      'done',
    ]);
  });

  it('AUTH-04 only reloads the access when it could not be loaded', async () => {
    const { run, signIn, access, submit, signInAs } = start();
    signInAs('ada@forecourt.test');
    await signIn.last().resolve();
    await access.last().reject(offline('screens'));
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { code: 'network', retryable: true },
    });
    submit();
    expect([signIn.calls.length, access.calls.length]).toEqual([1, 2]);
    await access.last().resolve(signedInState());
    expect(run.view.status).toBe('done');
  });

  it('AUTH-04 signs in again when the session ended before access was loaded', async () => {
    const { signIn, access, submit, signInAs } = start();
    signInAs('ada@forecourt.test');
    await signIn.last().resolve();
    await access.last().reject(refused());
    submit();
    expect([signIn.calls.length, access.calls.length]).toEqual([2, 1]);
  });

  it('FORM-07 submits once, however often Enter is pressed', async () => {
    const { signIn, access, submit, signInAs } = start();
    signInAs('ada@forecourt.test');
    submit();
    submit();
    await signIn.last().resolve();
    submit();
    expect([signIn.calls.length, access.calls.length]).toEqual([1, 1]);
  });

  it.each([0, 1, 2, 3])(
    'can be cancelled at step %i, and aborts the pending call',
    async (step) => {
      const { run, signIn, access, signInAs } = start();
      if (step > 0) signInAs('ada@forecourt.test');
      if (step === 2) await signIn.last().resolve();
      if (step === 3) await signIn.last().reject(refused());
      run.send({ type: 'cancel' });
      expect(run.view).toMatchObject({
        status: 'cancelled',
        commands: { submit: { allowed: false }, cancel: { allowed: false } },
      });
      expect(signIn.calls[0]?.args[1].aborted).toBe(step === 0 ? undefined : step === 1);
      if (step === 2) expect(access.last().args[0].aborted).toBe(true);
    },
  );

  it('keeps password and authorization out of every snapshot', async () => {
    const { run, signIn, access, signInAs } = start();
    const kept: string[] = [];
    run.actor.subscribe(() => kept.push(JSON.stringify(run.actor.getPersistedSnapshot())));
    signInAs('ada@forecourt.test');
    await signIn.last().reject(refused());
    run.send({ type: 'submit' });
    await signIn.last().resolve();
    await access.last().resolve(signedInState());
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.join()).not.toContain(PASSWORD);
    expect(kept.join()).not.toContain('Bearer');
  });

  it('keeps the passwords of two runs separate', async () => {
    const signIn = scripted<Parameters<LoginPorts['signIn']>, void>();
    const access = scripted<[AbortSignal], SessionState>();
    const workflow = loginWorkflow({ signIn: signIn.port, loadAccess: access.port });
    const runs = ['one', 'two'].map((value) => {
      const run = startWorkflow(workflow, { input: { email: `${value}@forecourt.test` } });
      run.send({ type: 'field.changed', name: 'password', value });
      return run;
    });
    for (const run of runs) run.send({ type: 'submit' });
    expect(signIn.calls.map(({ args }) => args[0].password)).toEqual(['one', 'two']);
  });
});

describe('a sign-in that another process resumes', () => {
  const resumed = (from: ReturnType<typeof start>) => {
    const saved = JSON.parse(JSON.stringify(persist(from.run)));
    const next = start();
    const run = startWorkflow(resume(next.workflow, saved), { input: {} });
    return { ...next, run };
  };

  it('AUTH-04 asks for the password again, and keeps the email', () => {
    const first = start();
    first.signInAs('ada@forecourt.test');
    expect(first.run.view).toMatchObject({ step: 'signingIn' });
    const { run, signIn } = resumed(first);
    expect(run.view).toMatchObject({ step: 'credentials' });
    expect(need(run.view, 'email')).toMatchObject({ answered: true, value: 'ada@forecourt.test' });
    expect(need(run.view, 'password')).toMatchObject({ answered: false, issues: [] });
    expect(signIn.calls).toHaveLength(0);
  });

  it('AUTH-04 goes on loading the access of who has signed in', async () => {
    const first = start();
    first.signInAs('ada@forecourt.test');
    await first.signIn.last().resolve();
    const { run, access } = resumed(first);
    expect(run.view).toMatchObject({ step: 'loadingAccess' });
    await access.last().resolve(signedInState());
    expect(run.view.status).toBe('done');
  });
});
