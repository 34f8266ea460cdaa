import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Client,
  createClient,
  type KeepFile,
  loadAccess,
  memoryStore,
  signIn,
  startWorkflow,
  type Workflow,
} from '@forecourt/core';
import { afterAll, expect } from 'vitest';
import { SimulatedClock } from 'xstate';
import { FaultyLine } from '../src/http/faults.ts';
import { createSandbox, PASSWORD, type Sandbox } from '../src/index.ts';
import { ADMIN, NOW } from './helpers.ts';
import { type Happening, type Path, takenIn, whereIs } from './machine-paths.kit.ts';

const DEMO = { customers: 3, cards: 30, transactions: 60, invoices: 4 };
/** For the message alone: a busy machine must not fail a path before the test's own limit does. */
const PATIENCE_MS = 50_000;

/** A service of its own for one path, the line to it, and a client that has signed in. */
export interface World {
  readonly sandbox: Sandbox;
  readonly dataDir: string;
  readonly client: Client;
  /** Another client, whose line is never at fault. */
  readonly other: Client;
  readonly clock: SimulatedClock;
  readonly line: Line;
  /** Keeps files nowhere, but reads them whole; reports its progress, then waits for its step. */
  readonly keep: KeepFile;
}

/** Holds every call, and whatever else a machine waits for, until a step of the path lets it through. */
class Line {
  #through: ((name: string) => FaultyLine | undefined) | undefined;
  #waiting: (() => void)[] = [];
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  open({ faults = [], only }: Pick<Happening, 'faults' | 'only'>): void {
    const line = new FaultyLine(faults, (request) => this.#sandbox.fetch(request));
    this.#through = (name) => (only === undefined || only.test(name) ? line : undefined);
    for (const look of this.#waiting.splice(0)) look();
  }

  close(): void {
    this.#through = undefined;
  }

  /** Waits for a step that lets this through. */
  async pass(name: string, signal?: AbortSignal | null): Promise<FaultyLine> {
    for (;;) {
      signal?.throwIfAborted();
      const line = this.#through?.(name);
      if (line) return line;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const line = await this.pass(
      `${request.method} ${new URL(request.url).pathname}`,
      request.signal,
    );
    return line.fetch(request, {});
  };
}

const clientOf = (fetcher: typeof fetch): Client =>
  createClient({
    baseUrl: 'http://sandbox.test/api/v1',
    store: memoryStore(),
    fetch: fetcher,
    sleep: async () => undefined,
  });

const signedIn = async (client: Client): Promise<Client> => {
  await signIn(client, { email: ADMIN, password: PASSWORD });
  await loadAccess(client);
  return client;
};

const options = { demo: DEMO, passwordCost: 4, now: () => NOW };

// One seeded database for the file; each world has a copy.
const root = await mkdtemp(join(tmpdir(), 'forecourt-paths-'));
await (await createSandbox({ ...options, dataDir: join(root, 'seeded') })).close();
afterAll(() => rm(root, { recursive: true, force: true }));

export async function withWorld<T>(
  work: (world: World) => Promise<T>,
  start: { readonly signedOut?: boolean } = {},
): Promise<T> {
  const dataDir = await mkdtemp(join(root, 'world-'));
  await cp(join(root, 'seeded'), dataDir, { recursive: true });
  const sandbox = await createSandbox({ ...options, dataDir });
  const line = new Line(sandbox);
  const client = clientOf(line.fetch);
  const other = clientOf(async (input, init) => sandbox.fetch(new Request(input, init)));
  await signedIn(other);
  line.open({});
  if (!start.signedOut) await signedIn(client);
  line.close();
  const keep: KeepFile = async ({ body }, { onProgress, signal }) => {
    let bytes = 0;
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      onProgress({ bytes, total: undefined });
    }
    await line.pass('keep', signal);
    return { name: 'kept', location: '/kept', bytes };
  };
  try {
    return await work({ sandbox, dataDir, client, other, line, keep, clock: new SimulatedClock() });
  } finally {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Brings about each step of a path, sees that the machine goes where its definition says, and returns what it took. */
export async function replay(
  { clock, line, ...others }: World,
  workflow: Workflow<unknown>,
  input: object,
  path: Path,
): Promise<readonly string[]> {
  const taken: string[] = [];
  let awaited: string | undefined;
  let seen: string | undefined;
  const run = startWorkflow(workflow, {
    input: input as never,
    clock,
    inspect: (event) => {
      if (event.type !== '@xstate.microstep' || event.rootId !== event.actorRef.sessionId) return;
      taken.push(...takenIn(event));
      if (awaited !== undefined && isOutcome(event.event.type, awaited)) {
        awaited = undefined;
        seen = event.event.type;
        line.close();
      }
    },
  });
  const world: World = { clock, line, ...others };
  try {
    for (const { happening, leadsTo } of path.steps) {
      seen = undefined;
      await happening.before?.(world, run.actor.getSnapshot().context);
      if (happening.after !== undefined) clock.increment(happening.after);
      else if (!isInner(happening.type)) run.send(happening as never);
      else {
        awaited = happening.type;
        line.open(happening);
        const end = Date.now() + PATIENCE_MS;
        while (awaited !== undefined) {
          await delay(1);
          if (Date.now() > end) throw new Error(`${happening.type} never came.`);
          // Waits between repetitions pass at once.
          if (/remove|resolve/.test(happening.type)) clock.increment(1000);
        }
      }
      expect([seen ?? happening.type, whereIs(run.actor.getSnapshot())]).toEqual([
        happening.type,
        leadsTo,
      ]);
    }
  } finally {
    run.stop();
  }
  return taken;
}

const ACTOR = /^xstate\.(?:done|error)\.actor\./;
const INNER = /^(?:progressed|list\.)/;
const isInner = (type: string): boolean => ACTOR.test(type) || INNER.test(type);

/** The awaited one, or the other outcome of the same actor: then the path is not what the service does. */
const isOutcome = (type: string, awaited: string): boolean =>
  type === awaited || type.replace(ACTOR, '') === awaited.replace(ACTOR, '');
