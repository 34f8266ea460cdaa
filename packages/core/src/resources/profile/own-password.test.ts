import { describe, expect, it } from 'vitest';
import { createClient } from '../../client/client.ts';
import { recordPorts } from '../../client/ports-record.ts';
import { endOtherSessions } from '../../client/sessions.ts';
import { memoryStore } from '../../session/create-session.ts';
import { createFakeTransport, type FakeRoute } from '../../testing/fake-transport.ts';
import { FAKE_BASE_URL, problem, signedInState } from '../../testing/fixtures.ts';
import { recordWorkflow } from '../../workflows/record/record.workflow.ts';
import { startWorkflow } from '../../workflows/workflow.ts';
import { ownPassword, type PasswordField } from './own-password.ts';

const NOW = 'Forecourt-1!';
const NEXT = 'Diesel-by-night-7';

function start(routes: readonly FakeRoute[] = [], state = signedInState()) {
  const transport = createFakeTransport(routes);
  const client = createClient({
    baseUrl: FAKE_BASE_URL,
    fetch: transport.fetch,
    store: memoryStore(state),
    sleep: async () => undefined,
  });
  const run = startWorkflow(recordWorkflow(recordPorts(client, ownPassword)), {
    input: { mode: 'create', provided: { email: 'ada.lovelace@forecourt.test' } },
  });
  const answer = (values: Readonly<Partial<Record<PasswordField, string>>>) => {
    for (const [name, value] of Object.entries(values)) {
      run.send({ type: 'field.changed', name: name as PasswordField, value });
    }
  };
  const issues = () =>
    'needs' in run.view
      ? Object.fromEntries(
          run.view.needs.flatMap(({ name, issues: [issue] }) =>
            issue ? [[name, issue.message]] : [],
          ),
        )
      : {};
  return { answer, client, issues, run, transport };
}

describe('the form that changes the own password', () => {
  it('USER-08 has three secrets, and says that all other sessions end', () => {
    const { run } = start();
    const needs = 'needs' in run.view ? run.view.needs : [];
    expect(needs).toMatchObject([
      { label: 'Current Password', secret: true, autocomplete: 'current-password' },
      { label: 'New Password', secret: true },
      { label: 'Verify Password', secret: true },
    ]);
    expect(needs[1]).not.toHaveProperty('autocomplete');
    expect(ownPassword.form?.note).toBe('All your other sessions end when the password changes.');
    expect(run.view.commands.submit).toEqual({ allowed: true });
  });

  it.each([
    [{}, ['current', 'Current Password is required']],
    [
      { current: NOW, password: 'Short-1' },
      ['password', 'A password needs at least 12 characters'],
    ],
    [
      { current: NOW, password: 'ada.lovelace' },
      ['password', 'A password must differ from the email and its name'],
    ],
    [
      { current: NOW, password: '1qaz2wsx3edc' },
      ['password', 'This password is one of the most used. Choose another'],
    ],
    [
      { current: NOW, password: NOW },
      ['password', 'The new password must differ from the current one'],
    ],
    [
      { current: NOW, password: NEXT, verify_password: 'Diesel-by-night-8' },
      ['verify_password', 'Passwords do not match'],
    ],
  ] as const)('USER-08 sends nothing for %j', (values, [name, message]) => {
    const { answer, issues, run, transport } = start();
    answer(values);
    run.send({ type: 'submit' });
    expect(issues()).toMatchObject({ [name]: message });
    expect(transport.calls).toEqual([]);
  });

  it('USER-08 sends the current and the new one once, with a key, and keeps neither', async () => {
    const { answer, run, transport } = start([
      { match: 'PUT profile/password', answer: { status: 204 } },
    ]);
    answer({ current: NOW, password: NEXT, verify_password: NEXT });
    run.send({ type: 'submit' });
    const view = await run.until(({ status }) => status !== 'pending');
    expect(view).toMatchObject({
      status: 'done',
      output: { message: 'Password changed. All other sessions are over.' },
    });
    expect(transport.calls).toHaveLength(1);
    expect(transport.calls[0]?.body).toEqual({ current: 'Forecourt-1!', password: NEXT });
    expect(transport.calls[0]?.headers.get('idempotency-key')).toMatch(/./);
    expect(JSON.stringify([view, run.actor.getPersistedSnapshot()])).not.toContain(NEXT);
  });

  it('USER-08 shows a wrong current password at its field, where it can be corrected', async () => {
    const wrong = problem(422, {
      errors: [{ pointer: '/current', detail: 'The current password is wrong.' }],
    });
    const { answer, issues, run, transport } = start([
      { match: 'PUT profile/password', answer: [wrong, { status: 204 }] },
    ]);
    answer({ current: 'Not-this-one-1', password: NEXT, verify_password: NEXT });
    run.send({ type: 'submit' });
    await run.until(({ status }) => status !== 'pending');
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { message: 'The password was not changed.', outcome: 'none' },
    });
    expect(issues()).toEqual({ current: 'The current password is wrong.' });
    answer({ current: NOW });
    run.send({ type: 'submit' });
    expect((await run.until(({ status }) => status === 'done')).status).toBe('done');
    const keys = transport.calls.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });
});

describe('endOtherSessions', () => {
  const row = (id: string, current = false) => ({ id, current });

  it("AUTH-11 ends all sessions but the caller's, and ignores one that has ended meanwhile", async () => {
    const { client, transport } = start([
      { match: 'GET sessions', answer: { json: [row('a'), row('me', true), row('b')] } },
      { match: 'DELETE sessions/a', answer: problem(404) },
      { match: 'DELETE sessions/b', answer: { status: 204 } },
    ]);
    expect(await endOtherSessions(client)).toEqual(['a', 'b']);
    expect(transport.calls.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'DELETE']);
  });

  it('AUTH-11 stops when the service fails', async () => {
    const { client } = start([
      { match: 'GET sessions', answer: { json: [row('a'), row('b')] } },
      { match: 'DELETE sessions/a', answer: problem(500) },
    ]);
    await expect(endOtherSessions(client)).rejects.toMatchObject({ status: 500 });
  });
});
