import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../src/db/engine.ts';
import { failDeadImports } from '../src/imports/dead-imports.ts';
import type { Services } from '../src/services.ts';
import { keptData, ON_POSTGRES } from './database.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { ADMIN, type Client, countsOf, fileForm, openSandbox, signIn } from './helpers.ts';
import { adminAt, environmentOf, startServer } from './processes.ts';

const ROWS = 800;
const FILE = essoFile(
  Array.from({ length: ROWS }, (_, index) => essoLine({ number: String(100_000 + index) })),
);
const STOPPED = 'The server stopped before the import was entered.';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const send = (client: Client) =>
  client.call('import_transactions?provider=ESSO', {
    body: fileForm(FILE, 'night.xls'),
    headers: { 'idempotency-key': 'night-of-the-kill' },
  });

/** The events of imports, the oldest first, each with its steps; asks for no import. */
async function eventsOf(client: Client): Promise<any[]> {
  const { content } = await client.json('trail?filter=kind:Import');
  return Promise.all(content.toReversed().map(({ id }: any) => client.json(`trail/${id}`)));
}
const stepsOf = ({ steps }: any) => steps.map(({ result, step }: any) => [step, result]);

const FAILED = [
  ['Received', 'night.xls'],
  ['Started', ''],
  ['Last sign of life', 'The server stopped after it.'],
  ['Failed', STOPPED],
];

describe('an import that is killed with its server', async () => {
  const kept = await keptData({ seed: 'empty' });
  const { server, url } = await startServer(environmentOf(kept));
  const there = await adminAt(url);
  const began = new Date().toISOString();
  const sending = send(there).catch(() => undefined);
  const running = async () => (await there.json('imports'))[0]?.state === 'running';
  while (!(await running()));
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await Promise.all([ended, sending]);
  const killed = new Date().toISOString();

  let late = 0;
  const now = () => new Date(Date.now() + late);
  const sandbox = await openSandbox({ ...kept, seed: 'empty', now, importWatchMs: 20 });
  const admin = await signIn(sandbox, ADMIN);
  const store = await openStore(kept);
  afterAll(() => store.close());
  const stored = () => store.read.selectFrom('imports').selectAll().executeTakeFirstOrThrow();

  it('SHELL-14 TXN-13 is failed when a server starts, with the time and the steps that it reached', async () => {
    const record = await stored();
    expect(record).toMatchObject({ state: 'failed', message: STOPPED, attempt: 1 });
    const [event, ...others] = await eventsOf(admin);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      summary: `Import of night.xls failed: ${STOPPED}`,
      result: 'Failed',
      actor: ADMIN,
    });
    expect(stepsOf(event)).toEqual(FAILED);
    const times = event.steps.map(({ at }: any) => at);
    expect([began, ...times.slice(0, 3), killed, times[3]].toSorted()).toEqual([
      ...[began, ...times.slice(0, 3), killed, times[3]],
    ]);
    expect(record.finished_at).toBe(times[2]);
  });

  it('SHELL-14 TXN-13 of a machine that nobody sees is failed once its lease has ended, by several servers once', async () => {
    // As a server of another machine leaves it that took the import up again.
    const lease = new Date(now().getTime() + 60_000).toISOString();
    await store.write((tx) =>
      tx
        .updateTable('imports')
        .set({ state: 'running', process: 'elsewhere|1|1', lease_until: lease, attempt: 2 })
        .execute(),
    );
    // A database of SQLite has one server, whose clock and calls look for them at the same time.
    const other = ON_POSTGRES ? await openStore(kept) : store;
    if (ON_POSTGRES) afterAll(() => other.close());
    const look = (from: () => Date) =>
      Promise.all(
        [store, other, other].map((one) =>
          failDeadImports({ store: one, now: from } as unknown as Services),
        ),
      );
    // While it lives, nobody fails it.
    await look(now);
    expect(await stored()).toMatchObject({ state: 'running' });
    await look(() => new Date(Date.now() + 61_000));
    expect(await stored()).toMatchObject({ state: 'failed' });
    expect(await eventsOf(admin)).toHaveLength(2);

    // And by the clock of a server, without being asked.
    const later = new Date(now().getTime() + 60_000).toISOString();
    const again = { state: 'running', lease_until: later, attempt: 3 };
    await store.write((tx) => tx.updateTable('imports').set(again).execute());
    late = 61_000;
    await expect.poll(async () => (await stored()).state).toBe('failed');
    expect(await eventsOf(admin)).toHaveLength(3);
  });

  it('SHELL-14 TXN-13 keeps its own steps when it is taken up and entered', async () => {
    const before = await eventsOf(admin);
    expect(countsOf(await send(admin))).toEqual({ imported: ROWS, duplicates: 0, rejected: 0 });
    const after = await eventsOf(admin);
    expect(after.slice(0, 3)).toEqual(before);
    expect(stepsOf(after[0])).toEqual(FAILED);
    expect(after).toHaveLength(4);
    expect(stepsOf(after[3])).toEqual([
      ['Received', 'night.xls'],
      ['Taken up again', '3 times'],
      ['Started', ''],
      ['Entered', expect.stringMatching(`^${ROWS} imported, 0 known already, 0 rejected, `)],
    ]);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: as above
