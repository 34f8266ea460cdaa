// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
import {
  type AnyResource,
  cards,
  createClient,
  loadAccess,
  memoryStore,
  recordPorts,
  recordWorkflow,
  signIn,
  startWorkflow,
  users,
} from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import { ADMIN, openSandbox, signIn as signInRaw } from './helpers.ts';
import { user } from './rights.kit.ts';

const sandbox = await openSandbox();
const colleague = await signInRaw(sandbox, ADMIN);
const client = createClient({
  baseUrl: 'http://sandbox.test/api/v1',
  store: memoryStore(),
  sleep: async () => undefined,
  fetch: (input, init) => sandbox.fetch(new Request(input, init)),
});
await signIn(client, { email: ADMIN, password: PASSWORD });
await loadAccess(client);

/** A form of a record in which one field was changed when a colleague saves something else, and then it is sent. */
async function meets(
  resource: AnyResource,
  id: string,
  mine: readonly [name: string, value: string],
  theirs: () => Promise<Response>,
) {
  const run = startWorkflow(recordWorkflow(recordPorts(client, resource)), {
    input: { mode: 'edit', id },
  });
  await run.until((view) => 'step' in view && view.step === 'editing');
  run.send({ type: 'field.changed', name: mine[0], value: mine[1] });
  expect((await theirs()).status).toBe(200);
  for (let step = 0; step < 3; step += 1) {
    run.send({ type: 'next' });
    run.send({ type: 'submit' });
    await run.until((view) => !('step' in view) || !['checking', 'submitting'].includes(view.step));
  }
  expect(run.view).toMatchObject({ step: 'conflict' });
  const shown = Object.fromEntries(
    (run.view.data as any).conflict.fields.map((field: any) => [field.name, field.take]),
  );
  run.send({ type: 'keepMine' });
  const { step } = (await run.until((view) => 'step' in view && view.step === 'saved')) as any;
  return { step, shown };
}

describe('WIRE-05 Keep mine saves what I changed, and leaves alone what I left alone', () => {
  it('CARD-11 a corrected name doesn’t release a card that was put on hold meanwhile', async () => {
    const { content } = await colleague.json(
      'fuel-card-management?size=1&filter=card_status:RELEASE',
    );
    const { id } = content[0];
    const read = () => colleague.json(`fuel-card-management/${id}`);
    const before = await read();
    const hold = () =>
      colleague.call(`fuel-card-management/${id}`, {
        method: 'PUT',
        body: { ...before, card_status: 'HOLD', reason: 'Stolen' },
      });
    const { shown, step } = await meets(cards as never, String(id), ['driver_name', 'Ada'], hold);
    expect(step).toBe('saved');
    expect(shown).toMatchObject({ card_status: 'theirs', driver_name: 'mine' });
    expect(await read()).toMatchObject({ card_status: 'HOLD', driver_name: 'Ada' });
  });

  it('USER-09 a corrected phone number doesn’t make an Admin of whom a colleague demoted', async () => {
    const made = await colleague.call('users', {
      body: user('tess@forecourt.test', { role: 'Admin' }),
    });
    const { id } = await made.json();
    const demote = () =>
      colleague.call(`user/${id}`, { method: 'PUT', body: { role: 'User', manage_users: false } });
    const { step } = await meets(users as never, String(id), ['phone', '7055550199'], demote);
    expect(step).toBe('saved');
    expect(await colleague.json(`user/${id}`)).toMatchObject({
      ...{ role: 'User', phone: '7055550199', manage_users: false },
    });
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: as above.
