import type { MessagePort } from 'node:worker_threads';
import type { Account } from '../auth/account.ts';
import type { ReadsAt } from '../db/store.ts';

/** Pages, pages of hundreds of rows, and files have their own threads: no screen waits behind a script or an export. */
export type Lane = 'pages' | 'large' | 'files';

/** Data of a new thread. */
export interface ThreadData {
  readonly lane: Lane;
  readonly reads: ReadsAt;
  readonly timeZone: string;
  readonly brandsFile: string | undefined;
  readonly plugins: readonly string[];
}

/** A permitted call, as sent to a thread. */
export interface ThreadCall {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
  readonly requestId: string;
  /** Without its access, which can't be copied; the thread derives it from the screens. */
  readonly account: Omit<Account, 'access'>;
  /** The current time of the call, in ms since 1970. */
  readonly at: number;
}

export interface ThreadTask {
  readonly call: ThreadCall;
  readonly port: MessagePort;
  /** One number: 1 as soon as nobody waits for the answer. */
  readonly unwanted: Int32Array;
}

/** From the thread, in this order: begun, head, then parts on request, unless the head was complete. */
export type FromThread =
  | { readonly kind: 'begun'; readonly threadId: number }
  | {
      readonly kind: 'head';
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      /** The complete body, if it was ready. */
      readonly whole?: Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: 'part'; readonly part: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end' }
  | { readonly kind: 'broken'; readonly message: string };

/** To the thread. */
export type ToThread = 'more' | 'stop';
