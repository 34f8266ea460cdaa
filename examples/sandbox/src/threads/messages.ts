import type { MessagePort } from 'node:worker_threads';
import type { Account } from '../auth/account.ts';
import type { ReadsAt } from '../db/store.ts';

/** What a thread is started with. */
export interface ThreadData {
  readonly reads: ReadsAt;
  readonly timeZone: string;
  readonly brandsFile: string | undefined;
}

/** A call that was permitted, as it is handed to a thread. */
export interface ThreadCall {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
  readonly requestId: string;
  /** Without what it may do, which was looked at before: its rights are made anew. */
  readonly account: Omit<Account, 'access'>;
  /** The moment it is answered at, in ms since 1970. */
  readonly at: number;
}

export interface ThreadTask {
  readonly call: ThreadCall;
  readonly port: MessagePort;
  /** One number: 1 once nobody waits for the answer. */
  readonly unwanted: Int32Array;
}

/** From the thread, in this order: begun, head, then parts as they are asked for, unless the head had all. */
export type FromThread =
  | { readonly kind: 'begun'; readonly threadId: number }
  | {
      readonly kind: 'head';
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      /** The whole body, where it was ready at once. */
      readonly whole?: Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: 'part'; readonly part: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end' }
  | { readonly kind: 'broken'; readonly message: string };

/** To the thread. */
export type ToThread = 'more' | 'stop';
