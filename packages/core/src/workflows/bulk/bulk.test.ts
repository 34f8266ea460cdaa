import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { createClient } from '../../client/client.ts';
import { bulkPorts, type RowKeeper } from '../../client/ports-bulk.ts';
import { ApiError, networkError } from '../../http/outcome.ts';
import { type MenuAccess, toMenuAccess } from '../../permissions/index.ts';
import { cards } from '../../resources/cards/cards.resource.ts';
import { exceptions } from '../../resources/exceptions/exceptions.resource.ts';
import { invoices } from '../../resources/invoices/invoices.resource.ts';
import { memoryStore } from '../../session/create-session.ts';
import {
  createFakeTransport,
  type FakeAnswer,
  type FakeRoute,
} from '../../testing/fake-transport.ts';
import { FAKE_BASE_URL, FULL_ACCESS, signedInState } from '../../testing/fixtures.ts';
import { hasUnsaved } from '../commands.ts';
import { persist, resume } from '../persist.ts';
import { scripted, settled } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import { bulkReportCsv } from './bulk.report.ts';
import type { BulkAnswer, BulkRow, BulkView, PickedRow } from './bulk.types.ts';
import { bulkWorkflow } from './bulk.workflow.ts';

const [hold, activate] = cards.bulk ?? [];
const [email] = invoices.bulk ?? [];
if (!hold || !activate || !email) throw new Error('The definitions are missing.');

const refusal = (status: number, detail: string) =>
  new ApiError({
    kind: 'http',
    operation: 'cards.update',
    status,
    code: status === 412 ? 'conflict' : `http_${status}`,
    message: detail,
    requestId: `r-${status}`,
  });

function start(
  ids: readonly string[],
  access: MenuAccess | undefined = FULL_ACCESS,
  undone: readonly PickedRow[] = [],
) {
  const change = scripted<[BulkRow, AbortSignal], BulkAnswer>();
  const clock = new SimulatedClock();
  let keys = 0;
  const workflow = bulkWorkflow({
    definition: hold as NonNullable<typeof hold>,
    noun: ['card', 'cards'],
    run: change.port,
    nonce: () => {
      keys += 1;
      return `key-${keys}`;
    },
    access: () => access,
  });
  const picked = ids.map((id): PickedRow => ({ id, label: `Card ${id}`, etag: `"${id}"` }));
  const rows = [...picked, ...undone];
  const run = startWorkflow(workflow, { input: { rows }, clock });
  return { run, change, clock, workflow };
}

const outcomes = ({ data }: BulkView) =>
  data.rows.map(({ id, outcome }) => [
    id,
    outcome?.state,
    ...(outcome && 'reason' in outcome ? [outcome.reason] : []),
  ]);

describe('a run over picked rows', () => {
  it('LIST-15 asks first, naming the count and the first few, and does nothing on cancel', () => {
    const { run, change } = start(['1', '2', '3', '4', '5', '5']);
    expect(run.view).toMatchObject({
      step: 'confirming',
      data: { title: 'Hold 5 cards', question: 'Hold 5 cards: Card 1, Card 2, Card 3 and 2 more?' },
    });
    run.send({ type: 'cancel' });
    expect(run.view.status).toBe('cancelled');
    expect(change.calls).toEqual([]);
  });

  it('LIST-15 goes through the rows one after another, each under its own key, a double press or not', async () => {
    const { run, change } = start(['1', '2', '3']);
    run.send({ type: 'confirm' });
    run.send({ type: 'confirm' });
    expect(change.calls).toHaveLength(1);
    expect(run.view).toMatchObject({ step: 'running', data: { tried: 0, total: 3 } });
    await change.last().resolve({});
    await change.last().resolve({ already: 'It is on hold already.' });
    await change.last().resolve({ label: '7076' });
    expect(change.calls.map(({ args: [{ key }] }) => key)).toEqual(['key-1', 'key-2', 'key-3']);
    expect(outcomes(run.view)).toEqual([
      ['1', 'done'],
      ['2', 'already'],
      ['3', 'done'],
    ]);
    expect(run.view).toMatchObject({
      step: 'reporting',
      data: { summary: '2 cards put on hold, 1 was so already.', left: [] },
      commands: { again: { allowed: false } },
    });
    expect(run.view.data.rows[2]?.label).toBe('7076');
    run.send({ type: 'close' });
    expect(run.view.status).toBe('done');
  });

  it('LIST-15 TXN-18 calls dismissed exceptions settled already, not explained, and loses a typed reason until it starts', async () => {
    const [explain] = exceptions.bulk ?? [];
    const change = scripted<[BulkRow, AbortSignal], BulkAnswer>();
    const run = startWorkflow(
      bulkWorkflow({
        definition: explain as NonNullable<typeof explain>,
        noun: exceptions.noun,
        run: change.port,
        nonce: () => 'k',
        access: () => FULL_ACCESS,
      }),
      { input: { rows: [{ id: '1' }, { id: '2' }] } },
    );
    expect(hasUnsaved(run.view)).toBe(false);
    run.send({ type: 'field.changed', name: 'reason', value: 'Two trucks' });
    expect(hasUnsaved(run.view)).toBe(true);
    run.send({ type: 'confirm' });
    expect(hasUnsaved(run.view)).toBe(false);
    await change.last().resolve({});
    await change.last().resolve({ already: 'Dismissed by cory already.' });
    expect(run.view.data.summary).toBe('1 exception explained, 1 was settled already.');
  });

  it('LIST-15 offers what was done for an undo, which says what it left alone and doesn’t insist', async () => {
    const { run, change } = start(['1', '2']);
    run.send({ type: 'confirm' });
    const undo = { id: '1', label: 'Card 1', etag: '"9"', set: { card_status: 'RELEASE' } };
    await change.last().resolve({ undo });
    await change.last().resolve({ already: 'It is on hold already.' });
    expect(run.view.data.undo).toEqual([undo]);
    const back = start([], FULL_ACCESS, [undo]);
    back.run.send({ type: 'confirm' });
    await back.change.last().reject(refusal(412, 'Another version'));
    expect(back.run.view.data.left[0]?.outcome).toMatchObject({
      reason: 'changed',
      message: 'Somebody else changed it since. It stays as they left it.',
    });
    expect(back.run.view.data.againLabel).toBe('');
    expect(back.run.view.commands.again.allowed).toBe(false);
  });

  it('LIST-15 goes on after a row that cannot be changed, and says why of each', async () => {
    const { run, change } = start(['1', '2', '3', '4', '5']);
    run.send({ type: 'confirm' });
    await change.last().reject(refusal(412, 'Another version'));
    await change.last().reject(refusal(403, 'You lack update on screen FCM.'));
    await change.last().reject(refusal(404, 'There is no card 3.'));
    await change.last().reject(refusal(422, 'North Haul has no e-mail address.'));
    await change.last().resolve({});
    expect(run.view.data.summary).toBe('1 card put on hold, 4 not done.');
    expect(run.view.data.left.map(({ outcome }) => outcome)).toEqual([
      {
        state: 'failed',
        reason: 'changed',
        message: 'Somebody else changed it meanwhile. Look at it, then try again.',
        detail: 'Another version',
        requestId: 'r-412',
      },
      {
        state: 'failed',
        reason: 'not_permitted',
        message: 'Your account may not do this.',
        detail: 'You lack update on screen FCM.',
        requestId: 'r-403',
      },
      {
        state: 'failed',
        reason: 'gone',
        message: 'It is not there: it was deleted, or its id is wrong.',
        detail: 'There is no card 3.',
        requestId: 'r-404',
      },
      {
        state: 'failed',
        reason: 'refused',
        message: 'North Haul has no e-mail address.',
        requestId: 'r-422',
      },
    ]);
  });

  it('LIST-15 neither keeps a deleted row picked nor tries it again, and names it by its number', async () => {
    const { run, change } = start(['1', '2']);
    run.send({ type: 'confirm' });
    await change.last().reject(refusal(404, 'There is no card 1.'));
    await change.last().reject(refusal(403, 'You lack update on screen FCM.'));
    const { data } = run.view;
    expect(data.left.map(({ label }) => label)).toEqual(['Card 1', 'Card 2']);
    expect(data.toTry.map(({ id }) => id)).toEqual(['2']);
    run.send({ type: 'again' });
    expect(change.last().args[0].id).toBe('2');
    await change.last().resolve({});
    expect(change.calls).toHaveLength(3);
    expect(run.view).toMatchObject({
      step: 'reporting',
      data: { summary: '1 card put on hold, 1 not done.', toTry: [] },
      commands: { again: { allowed: false } },
    });
    run.send({ type: 'again' });
    expect(change.calls).toHaveLength(3);
  });

  it('LIST-15 ends when the session or the service is lost, and leaves the rest as it is', async () => {
    for (const [error, reason] of [
      [refusal(401, 'Signed out'), 'session_ended'],
      [refusal(503, 'Busy'), 'unreachable'],
      [networkError({ operation: 'cards.update', outcome: 'none' }, 'refused'), 'unreachable'],
    ] as const) {
      const { run, change } = start(['1', '2', '3']);
      run.send({ type: 'confirm' });
      await change.last().resolve({});
      await change.last().reject(error);
      expect(change.calls).toHaveLength(2);
      expect(outcomes(run.view)).toEqual([
        ['1', 'done'],
        ['2', 'failed', reason],
        ['3', 'waiting', 'waits'],
      ]);
    }
  });

  it('LIST-15 stops after the current row, and tries only the others again, as they are now', async () => {
    const { run, change } = start(['1', '2', '3']);
    run.send({ type: 'confirm' });
    run.send({ type: 'stop' });
    expect(run.view).toMatchObject({
      data: { stopping: true },
      commands: { stop: { allowed: false } },
    });
    await change.last().resolve({});
    expect(change.last().args[1].aborted).toBe(false);
    expect(outcomes(run.view)).toEqual([
      ['1', 'done'],
      ['2', 'waiting', 'stopped'],
      ['3', 'waiting', 'stopped'],
    ]);
    run.send({ type: 'again' });
    await change.last().resolve({});
    expect(change.last().args[0]).toEqual({ id: '3', label: 'Card 3', key: 'key-5' });
    await change.last().resolve({});
    expect(change.calls).toHaveLength(3);
    expect(run.view.data.summary).toBe('3 cards put on hold.');
  });

  it('LIST-15 asks for a lost answer under the same key, and keeps the key when it stays unknown', async () => {
    const { run, change, clock } = start(['1', '2']);
    const lost = networkError({ operation: 'cards.update', outcome: 'unknown' }, 'cut');
    run.send({ type: 'confirm' });
    await change.last().reject(lost);
    for (const ms of [1000, 2000, 4000, 8000]) {
      clock.increment(ms);
      await settled();
      await change.last().reject(lost);
    }
    expect(change.calls).toHaveLength(5);
    expect(new Set(change.calls.map(({ args: [{ key }] }) => key))).toEqual(new Set(['key-1']));
    expect(outcomes(run.view)).toEqual([
      ['1', 'unknown', 'unknown'],
      ['2', 'waiting', 'waits'],
    ]);
    run.send({ type: 'again' });
    expect(change.last().args[0].key).toBe('key-1');
  });

  it('LIST-15 goes on in another process where it was, under the same keys', async () => {
    const { run, change, workflow } = start(['1', '2', '3']);
    run.send({ type: 'confirm' });
    await change.last().resolve({});
    const saved = JSON.parse(JSON.stringify(persist(run)));
    run.stop();
    const taken = startWorkflow(resume(workflow, saved), { input: { rows: [] } });
    expect(change.last().args[0]).toMatchObject({ id: '2', key: 'key-2' });
    await change.last().resolve({});
    await change.last().resolve({});
    expect(taken.view.data.summary).toBe('3 cards put on hold.');
    expect(change.calls).toHaveLength(4);
  });

  it('LIST-15 is refused without the right, and without a row', () => {
    const reader = toMenuAccess([
      { code: 'FCM', read: true, create: false, update: false, delete: false },
    ]);
    for (const { run, change } of [start(['1'], reader), start([])]) {
      expect(run.view.commands.confirm.allowed).toBe(false);
      run.send({ type: 'confirm' });
      expect([run.view.data.tried, change.calls.length]).toEqual([0, 0]);
    }
  });
});

describe('one row of a run', () => {
  function service(routes: readonly FakeRoute[]) {
    const transport = createFakeTransport(routes);
    const client = createClient({
      baseUrl: FAKE_BASE_URL,
      fetch: transport.fetch,
      store: memoryStore(signedInState()),
      retry: { limit: 0 },
    });
    const { signal } = new AbortController();
    const sent = () =>
      transport.calls.map(({ body, headers, method, path }) => [
        `${method} ${path}`,
        (body as { card_status?: string } | undefined)?.card_status,
        headers.get('if-match'),
        headers.get('idempotency-key'),
      ]);
    const bodies = () => transport.calls.flatMap(({ body }) => (body ? [body] : []));
    return { client, signal, sent, bodies };
  }
  const card = (status: string, more: object = {}) => ({
    json: { id: '7', card_number: '7076850000000012', card_status: status, ...more },
    headers: { etag: '"2"' },
  });

  it('LIST-15 CARD-11 sends the whole card on hold, for the version that was loaded', async () => {
    const { client, sent, signal } = service([
      { match: 'GET fuel-card-management/7', answer: card('RELEASE') },
      { match: 'PUT fuel-card-management/7', answer: { json: {} } },
    ]);
    const { run } = bulkPorts(client, cards, hold);
    expect(await run({ id: '7', key: 'k', etag: '"2"' }, signal)).toEqual({
      label: '7076 8500 0000 0012',
    });
    expect(sent()).toEqual([
      ['GET fuel-card-management/7', undefined, null, null],
      ['PUT fuel-card-management/7', 'HOLD', '"2"', 'k'],
    ]);
  });

  it('LIST-15 WIRE-05 takes a hold back by an ordinary change of the version that it made, and never a later one', async () => {
    const { client, bodies, sent, signal } = service([
      {
        match: 'GET fuel-card-management/7',
        answer: [card('RELEASE'), { ...card('HOLD'), headers: { etag: '"3"' } }, card('HOLD')],
      },
      { match: 'PUT fuel-card-management/7', answer: { json: {}, headers: { etag: '"3"' } } },
    ]);
    const { undo } = await bulkPorts(client, cards, hold).run(
      { id: '7', key: 'k', etag: '"2"' },
      signal,
      { reason: ' Stolen ' },
    );
    expect(undo).toEqual({
      id: '7',
      label: '7076 8500 0000 0012',
      etag: '"3"',
      set: { card_status: 'RELEASE', reason: '' },
    });
    const { run } = bulkPorts(client, cards, activate);
    const back = { ...(undo as PickedRow), key: 'u' };
    await run(back, signal);
    expect(sent().filter(([match]) => match?.startsWith('PUT'))).toEqual([
      ['PUT fuel-card-management/7', 'HOLD', '"2"', 'k'],
      ['PUT fuel-card-management/7', 'RELEASE', '"3"', 'u'],
    ]);
    expect(bodies()[0]).toMatchObject({ reason: 'Stolen' });
    // Somebody has changed the card since.
    await expect(run({ ...back, key: 'v' }, signal)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('LIST-15 puts a card back on hold for the reason that it had', async () => {
    const { client, bodies, signal } = service([
      {
        match: 'GET fuel-card-management/7',
        answer: [card('HOLD', { hold_reason: 'Stolen' }), card('RELEASE')],
      },
      { match: 'PUT fuel-card-management/7', answer: { json: {}, headers: { etag: '"2"' } } },
    ]);
    const { undo } = await bulkPorts(client, cards, activate).run({ id: '7', key: 'k' }, signal);
    expect(undo?.set).toEqual({ card_status: 'HOLD', reason: 'Stolen' });
    await bulkPorts(client, cards, hold).run({ ...(undo as PickedRow), key: 'u' }, signal);
    expect(bodies()[1]).toMatchObject({ card_status: 'HOLD', reason: 'Stolen' });
  });

  it.each([
    [hold, 'HOLD', 'It is on hold already.'],
    [activate, 'RELEASE', 'It is active already.'],
  ])(
    'LIST-15 leaves a card alone that is so already: $0.name',
    async (definition, status, already) => {
      const { client, sent, signal } = service([
        { match: 'GET fuel-card-management/7', answer: card(status) },
      ]);
      const { run } = bulkPorts(client, cards, definition);
      expect(await run({ id: '7', key: 'k' }, signal)).toMatchObject({ already });
      expect(sent()).toHaveLength(1);
    },
  );

  it('LIST-15 WIRE-05 leaves a card alone that is not as it was picked', async () => {
    const { client, sent, signal } = service([
      { match: 'GET fuel-card-management/7', answer: card('RELEASE') },
    ]);
    const { run } = bulkPorts(client, cards, hold);
    await expect(run({ id: '7', key: 'k', etag: '"1"' }, signal)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(sent()).toHaveLength(1);
  });

  it('LIST-15 repeats a lost call unchanged, without a look at the card in between', async () => {
    const { client, sent, signal } = service([
      { match: 'GET fuel-card-management/7', answer: [card('RELEASE'), card('HOLD')] },
      { match: 'PUT fuel-card-management/7', answer: [{ fault: 'lost' }, { json: {} }] },
    ]);
    const { run } = bulkPorts(client, cards, hold);
    await expect(run({ id: '7', key: 'k' }, signal)).rejects.toMatchObject({ outcome: 'unknown' });
    await run({ id: '7', key: 'k' }, signal);
    expect(sent().slice(1)).toEqual([
      ['PUT fuel-card-management/7', 'HOLD', '"2"', 'k'],
      ['PUT fuel-card-management/7', 'HOLD', '"2"', 'k'],
    ]);
  });

  it('LIST-15 takes up the call that a killed run left open', async () => {
    const { client, sent, signal } = service([
      { match: 'PUT fuel-card-management/7', answer: { json: {} } },
    ]);
    const call = {
      operation: 'cards.update',
      method: 'PUT',
      path: 'fuel-card-management/7',
      json: { card_status: 'HOLD' },
      ifMatch: '"1"',
    } as const;
    const keeper = (): RowKeeper => ({
      open: { key: 'before', call },
      send: ({ key }, send) => send(key),
    });
    await bulkPorts(client, cards, hold, { keeper }).run({ id: '7', key: 'k' }, signal);
    expect(sent()).toEqual([['PUT fuel-card-management/7', 'HOLD', '"1"', 'before']]);
  });

  it('LIST-15 INV-13 e-mails an invoice by its id, and names it by its number', async () => {
    const { client, sent, signal } = service([
      {
        match: 'GET spol/invoices/7',
        answer: { json: { invoice_dto: { id: '7', invoice_number: 'INV-10021' } } },
      },
      { match: 'POST email-invoice', answer: { status: 202, json: {} } },
    ]);
    const { run } = bulkPorts(client, invoices, email);
    expect(await run({ id: '7', key: 'k' }, signal)).toEqual({ label: 'INV-10021' });
    expect(sent()[1]).toEqual(['POST email-invoice', undefined, null, 'k']);
  });

  it('LIST-15 INV-13 warns before an e-mail is sent again: how many had one, and when', async () => {
    const preview = (...sent: string[]) => ({ json: { sent_before: sent.map((at) => ({ at })) } });
    const answers: Readonly<Record<string, FakeAnswer>> = {
      1: preview('2026-11-20T14:05:00', '2026-11-01T09:00:00'),
      2: preview(),
      3: { status: 409, json: {} },
      4: preview('2026-11-21T08:00:00'),
      5: { status: 503, json: {} },
    };
    const answer = ({ query }: { query: URLSearchParams }) =>
      answers[query.get('id') ?? ''] ?? { status: 404 };
    const { client, signal } = service([{ match: 'GET email-invoice/preview', answer }]);
    const { lookBack } = bulkPorts(client, invoices, email, { asks: true });
    const rows = ['1', '2', '3', '4', '5'].map((id) => ({ id, label: `INV-${id}`, key: id }));
    expect(await lookBack?.(rows, signal)).toBe(
      '2 of 5 were e-mailed before: INV-1 on 20/11/26 2:05 PM, INV-4 on 21/11/26 8:00 AM. It could not be checked for 1 whether this was done before.',
    );
    expect(await lookBack?.(rows.slice(1, 3), signal)).toBeUndefined();
    expect(bulkPorts(client, invoices, email).lookBack).toBeUndefined();
    expect(bulkPorts(client, cards, hold, { asks: true }).lookBack).toBeUndefined();
  });
});

describe('what was done to the rows before', () => {
  it('INV-13 is known before the question can be confirmed; a failed look does not stop the run', async () => {
    const look = scripted<[readonly BulkRow[], AbortSignal], string | undefined>();
    const change = scripted<[BulkRow, AbortSignal], BulkAnswer>();
    const begin = () =>
      startWorkflow(
        bulkWorkflow({
          definition: email as NonNullable<typeof email>,
          noun: ['invoice', 'invoices'],
          run: change.port,
          lookBack: look.port,
          nonce: () => 'k',
          access: () => FULL_ACCESS,
        }),
        { input: { rows: [{ id: '1' }] } },
      );
    const run = begin();
    expect(run.view).toMatchObject({ step: 'confirming', busy: true });
    run.send({ type: 'confirm' });
    expect(change.calls).toEqual([]);
    await look.last().resolve('1 of 1 was e-mailed before: INV-1 on 20/11/26.');
    expect(run.view).toMatchObject({
      busy: false,
      data: { warning: '1 of 1 was e-mailed before: INV-1 on 20/11/26.' },
    });
    run.send({ type: 'confirm' });
    expect(change.calls).toHaveLength(1);
    const other = begin();
    await look.last().reject(new Error('away'));
    expect(other.view).toMatchObject({ busy: false, commands: { confirm: { allowed: true } } });
  });
});

describe('a report of a run', () => {
  it('LIST-15 is a CSV with a line for each row, those that were left first', async () => {
    const { run, change } = start(['1', '2', '3', '4']);
    run.send({ type: 'confirm' });
    await change.last().resolve({ label: '7076, "A"' });
    await change.last().reject(refusal(422, 'North Haul has no e-mail address.'));
    await change.last().resolve({ already: 'It is on hold already.' });
    await change.last().reject(refusal(412, '=Another'));
    expect(bulkReportCsv(run.view.data)).toBe(
      '\uFEFFid,name,outcome,reason\r\n' +
        '2,Card 2,failed,North Haul has no e-mail address.\r\n' +
        '4,Card 4,failed,"Somebody else changed it meanwhile. Look at it, then try again. =Another"\r\n' +
        '3,Card 3,already,It is on hold already.\r\n' +
        '1,"7076, ""A""",done,\r\n',
    );
    expect(run.view.data.againLabel).toBe('Try the 2 that failed');
  });

  it('LIST-15 names what another try would do: one, several, and those that had no turn', async () => {
    const { run, change } = start(['1', '2', '3']);
    run.send({ type: 'confirm' });
    await change.last().resolve({});
    await change.last().reject(refusal(401, 'Signed out'));
    expect(run.view.data.againLabel).toBe('Try the 2 that are left');
    run.send({ type: 'again' });
    await change.last().resolve({});
    await change.last().reject(refusal(403, 'No'));
    expect(run.view.data.againLabel).toBe('Try the one that failed');
    run.send({ type: 'again' });
    await change.last().resolve({});
    expect(run.view.data.againLabel).toBe('');
  });
});
