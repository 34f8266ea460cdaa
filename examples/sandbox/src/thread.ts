import { on } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { threadId, workerData } from 'node:worker_threads';
import { Hono } from 'hono';
import { createApi } from './app.ts';
import { accessOf } from './auth/account.ts';
import { openReads, storageFailure } from './db/engine.ts';
import type { Reads } from './db/store.ts';
import { API_PATH, type AppEnv } from './http/env.ts';
import { answerFailure } from './http/failures.ts';
import { Problem } from './http/problem.ts';
import { loadPlugins } from './own/own-plugins.ts';
import type { Services } from './services.ts';
import { goAfterOthers, PRIORITY } from './threads/go-after-others.ts';
import type {
  FromThread,
  ThreadCall,
  ThreadData,
  ThreadTask,
  ToThread,
} from './threads/messages.ts';
import { isWanted, workFor } from './threads/wanted.ts';

goAfterOthers((workerData as ThreadData).lane === 'pages' ? PRIORITY.screens : PRIORITY.others);

type Part = Uint8Array<ArrayBuffer>;

/**
 * Reads the first part of an answer. An export is checked when it is first read, so that it can still be refused like
 * any other call instead of being cut off.
 */
async function begun(response: Response): Promise<Response> {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const first = await reader.read();
  let next = Promise.resolve(first);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await next;
        if (done) return controller.close();
        controller.enqueue(value);
        next = reader.read();
        // A reader that is still there receives the failure.
        next.catch(() => undefined);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}

/** A call, with whom to read from. */
interface Asked {
  readonly call: ThreadCall;
  readonly store: Reads;
  /** Why it couldn't be answered. */
  failure?: unknown;
}

/** The calls of the contract, on connections that only read. Permissions were checked before. */
function createReadingApi({ brandsFile, timeZone }: ThreadData) {
  const app = new Hono<AppEnv>({ strict: false });
  app.onError((error, c) => {
    (c.env as unknown as Asked).failure = error;
    return isWanted() ? answerFailure(error, c) : c.body(null, 503);
  });
  app.use('*', async (c, next) => {
    const { call, store } = c.env as unknown as Asked;
    const { account, at, body, requestId } = call;
    // Calls that only read use no other services.
    c.set('services', { store, timeZone, brandsFile, now: () => new Date(at) } as Services);
    c.set('requestId', requestId);
    c.set('account', { ...account, access: accessOf(account.screens, account) });
    c.set('permitted', true);
    c.set('bodyText', body);
    await next();
    c.res = await begun(c.res);
  });
  app.route(API_PATH, createApi());
  return app;
}

async function open(data: ThreadData) {
  await loadPlugins(data.plugins);
  return { app: createReadingApi(data), reads: await openReads(data.reads) };
}

let opened: ReturnType<typeof open> | undefined;

/** Whether another server could answer what one couldn't, after it was cut off or had to give way to its replication. */
const isOfServer = (failure: unknown): boolean =>
  failure !== undefined && !(failure instanceof Problem) && storageFailure(failure) !== 'slow';

async function respond(call: ThreadCall): Promise<Response> {
  const { lane } = workerData as ThreadData;
  opened ??= open(workerData);
  const { app, reads } = await opened;
  const { body, url } = call;
  // A HEAD is answered like a GET, without its body.
  const method = call.method === 'HEAD' ? 'GET' : call.method;
  const request = () => new Request(url, { method, ...(body === undefined ? {} : { body }) });
  const asked: Asked = { call, store: lane === 'files' ? await reads.forLongReads() : reads };
  const answer = await app.fetch(request(), asked);
  if (asked.store === reads || !isOfServer(asked.failure) || !isWanted()) return answer;
  return app.fetch(request(), { call, store: reads } satisfies Asked);
}

/** Returns bytes that can be transferred: some are a view of a shared buffer, and a Buffer's `slice` doesn't copy. */
const own = (part: Part): Part =>
  part.byteLength === part.buffer.byteLength ? part : new Uint8Array(part);

/** Sends an answer: at once if it is complete, otherwise part by part on request. */
async function send(
  { body, headers, status }: Response,
  { call, port }: ThreadTask,
): Promise<void> {
  const asked = on(port, 'message', { close: ['close'] });
  const post = (message: FromThread, part?: Part) =>
    port.postMessage(message, part ? [part.buffer] : []);
  const head = { kind: 'head', status, headers: [...headers] } as const;
  if (!body || call.method === 'HEAD') {
    await body?.cancel();
    return post({ ...head, whole: new Uint8Array() });
  }
  const reader = (body as ReadableStream<Part>).getReader();
  try {
    const first = await reader.read();
    const whole = own(first.value ?? new Uint8Array());
    let next = first.done ? Promise.resolve(first) : reader.read();
    const isAll = await Promise.race([next.then(({ done }) => done), turn(false)]);
    if (isAll) return post({ ...head, whole }, whole);
    post(head);
    let part = whole;
    for await (const [message] of asked as AsyncIterable<[ToThread]>) {
      if (message === 'stop') return;
      post({ kind: 'part', part }, part);
      const { value } = await next;
      if (value === undefined) return post({ kind: 'end' });
      part = own(value);
      next = reader.read();
    }
  } catch (error) {
    post({ kind: 'broken', message: (error as Error).message });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Answers one call, as a task of the pool that ends when its answer was sent or is no longer needed. */
export default function answer(task: ThreadTask): Promise<void> {
  const { call, port, unwanted } = task;
  return workFor(unwanted, async () => {
    port.postMessage({ kind: 'begun', threadId } satisfies FromThread);
    if (isWanted()) await send(await respond(call), task);
    port.close();
  });
}
