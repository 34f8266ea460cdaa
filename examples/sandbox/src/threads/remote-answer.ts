import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { Problem } from '../http/problem.ts';
import type { FromThread, ThreadCall, ThreadTask, ToThread } from './messages.ts';

export interface AnswerLimits {
  /** How long a thread may work on a whole answer or on the next part of one, in ms. */
  readonly workMs: number;
  /** How long a caller may take to read a part, in ms. */
  readonly readMs: number;
  /** A thread that hears no stop for so long is ended with all that it does, in ms. */
  readonly stopMs: number;
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

const tooLong = (ms: number) =>
  new Problem(
    503,
    `This took longer than ${seconds(ms)} and was stopped. Ask for less, such as fewer days, or try again in a moment.`,
    { headers: { 'retry-after': '5' } },
  );

const interrupted = (cause?: unknown) =>
  new Problem(503, 'This could not be finished. Ask for less, or try again in a moment.', {
    headers: { 'retry-after': '5' },
    cause,
  });

/** Nobody hears it; it is no failure that somebody has to look at. */
export const left = (cause?: unknown) => new Problem(408, 'The client went away.', { cause });

type Head = Extract<FromThread, { readonly kind: 'head' }>;

/**
 * One call's answer, made by a thread: the head first, then parts as the caller takes them. The thread is told to
 * stop when the caller goes away, takes nothing for too long, or the time for the work is over.
 */
export class RemoteAnswer {
  readonly #limits: AnswerLimits;
  readonly #unwanted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #pool: Piscina;
  readonly #port: MessagePort;
  /** Settles when the thread is free again. */
  readonly ended: Promise<void>;
  /** The thread that works on it; undefined until one does. */
  #thread: number | undefined;
  readonly #head = Promise.withResolvers<Head>();
  #body: ReadableStreamDefaultController<Uint8Array> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #over = false;

  constructor(pool: Piscina, call: ThreadCall, limits: AnswerLimits) {
    this.#pool = pool;
    this.#limits = limits;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on('message', (message: FromThread) => this.#hear(message));
    const task: ThreadTask = { call, port: port2, unwanted: this.#unwanted };
    const run = pool.run(task, { transferList: [port2] });
    const closed = once(port1, 'close').then(() => this.#fail(interrupted()));
    const ran = run.catch((error: unknown) => {
      if (!this.#over) console.error(`${call.method} ${call.url}: a thread failed:`, error);
      this.#fail(interrupted(error));
      port1.close();
    });
    // What it said comes by another port than its end, which may be heard first.
    this.ended = Promise.all([closed, ran]).then(() => undefined);
  }

  /** The answer. Throws a 503 when it isn't begun in time, and a 408 when the caller goes away. */
  async response(gone: AbortSignal): Promise<Response> {
    const leave = () => this.#fail(left(gone.reason));
    gone.addEventListener('abort', leave, { once: true });
    if (gone.aborted) leave();
    try {
      const { headers, status, whole } = await this.#head.promise;
      return new Response(whole ?? this.#stream(), { status, headers: headers.map(([...h]) => h) });
    } finally {
      gone.removeEventListener('abort', leave);
    }
  }

  #stream(): ReadableStream<Uint8Array> {
    this.#wait(this.#limits.readMs, () => new Error('The answer was not read.'));
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#body = controller;
      },
      pull: () => {
        this.#wait(this.#limits.workMs, tooLong);
        this.#say('more');
      },
      cancel: (reason) => this.#fail(reason),
    });
  }

  #hear(message: FromThread): void {
    if (this.#over) return;
    if (message.kind === 'begun') {
      this.#thread = message.threadId;
      this.#wait(this.#limits.workMs, tooLong);
    }
    if (message.kind === 'head') {
      clearTimeout(this.#timer);
      this.#over = message.whole !== undefined;
      this.#head.resolve(message);
    }
    if (message.kind === 'part') {
      this.#wait(this.#limits.readMs, () => new Error('The answer was not read.'));
      this.#body?.enqueue(message.part);
    }
    if (message.kind === 'broken') this.#fail(new Error(message.message));
    if (message.kind === 'end') {
      clearTimeout(this.#timer);
      this.#over = true;
      this.#body?.close();
    }
  }

  #wait(ms: number, problem: (ms: number) => Error): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(problem(ms)), ms);
  }

  #say(message: ToThread): void {
    this.#port.postMessage(message);
  }

  /** Ends the answer for the caller at once, and the work as soon as the thread notices. */
  #fail(reason: unknown): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    Atomics.store(this.#unwanted, 0, 1);
    this.#say('stop');
    if (this.#body) this.#body.error(reason);
    else this.#head.reject(reason);
    const kill = setTimeout(() => this.#endThread(), this.#limits.stopMs);
    this.ended.finally(() => clearTimeout(kill));
  }

  /** A loop that never asks whether it is wanted; what else the thread was doing is interrupted with it. */
  #endThread(): void {
    this.#pool.threads.find(({ threadId }) => threadId === this.#thread)?.terminate();
  }
}
