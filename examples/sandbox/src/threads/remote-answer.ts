import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { Problem } from '../http/problem.ts';
import type { FromThread, ThreadCall, ThreadTask, ToThread } from './messages.ts';

export interface AnswerLimits {
  /** Time limit of a thread for a complete answer or its next part, in ms. */
  readonly workMs: number;
  /** Time limit of a caller for reading a part, in ms. */
  readonly readMs: number;
  /** A thread that ignores a stop for this long is ended with all its work, in ms. */
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

/** Nobody receives this error, and there is nothing to investigate. */
export const left = (cause?: unknown) => new Problem(408, 'The client went away.', { cause });

type Head = Extract<FromThread, { readonly kind: 'head' }>;

/**
 * One call's answer, computed by a thread: the head first, then parts as the caller reads them. Stops the thread if the
 * caller goes away or stops reading, or the time is up.
 */
export class RemoteAnswer {
  readonly #limits: AnswerLimits;
  readonly #unwanted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #pool: Piscina;
  readonly #port: MessagePort;
  /** Settles when the thread is free again. */
  readonly ended: Promise<void>;
  /** The thread that computes it; undefined until one does. */
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
    // Its messages and its end arrive on different ports, in any order.
    this.ended = Promise.all([closed, ran]).then(() => undefined);
  }

  /** Returns the answer. Throws a 503 if it isn't started in time, and a 408 if the caller goes away. */
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

  /** Ends the answer immediately, and the work as soon as the thread notices. */
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

  /** Ends a thread whose loop never checks for a stop; interrupts its other work, too. */
  #endThread(): void {
    this.#pool.threads.find(({ threadId }) => threadId === this.#thread)?.terminate();
  }
}
