import type { ExceptionThresholds } from '@forecourt/core';
import type { Refusals } from './audit/refusals.ts';
import type { Presence } from './auth/presence.ts';
import type { SessionLimits } from './auth/sessions.ts';
import type { SignInLine } from './auth/sign-in-line.ts';
import type { WaitingRoom } from './auth/waiting-room.ts';
import type { Store } from './db/store.ts';
import type { ProxyHeader, TrustedProxies } from './http/client-address.ts';
import type { MailLimits } from './mail/mail-limit.ts';
import type { MailSettings } from './mail/mailer.ts';
import type { EntryThread } from './threads/entry-thread.ts';
import type { ReadingThreads } from './threads/reading-threads.ts';
import type { Threads } from './threads/threads.ts';

/** What handlers use; one of each per sandbox. */
export interface Services {
  readonly store: Store;
  /** Computes long answers; absent in a thread. */
  readonly threads?: Threads;
  /** Reads uploaded files; absent in a thread. */
  readonly reading?: ReadingThreads;
  /** Enters the rows of large files; absent in a thread. */
  readonly entry?: EntryThread;
  readonly now: () => Date;
  /** IANA name of the zone that defines 'today' (PAY-05). */
  readonly timeZone: string;
  /** Layouts of provider files that replace the built-in ones. */
  readonly layouts?: readonly unknown[];
  /** Tax tables that precede the built-in one. */
  readonly taxTables?: readonly unknown[];
  /** Thresholds of the rules that find exceptions (TXN-18); default core's. */
  readonly thresholds?: ExceptionThresholds;
  /** Upload limit in bytes. */
  readonly maxUpload: number;
  /** Base-2 logarithm of scrypt's work factor. */
  readonly passwordCost: number;
  readonly sessionLimits: SessionLimits;
  readonly presence: Presence;
  readonly line: SignInLine;
  readonly waitingRoom: WaitingRoom;
  readonly refusals: Refusals;
  readonly trusted: TrustedProxies;
  /** The one header of theirs that is trusted; if undefined, either, unless they differ. */
  readonly proxyHeader: ProxyHeader | undefined;
  /** Key of the hashes of calls; one per database. */
  readonly callKey: string;
  readonly mail: MailSettings;
  readonly mailLimits: MailLimits;
  /** The deployment's own list of brands; default the built-in ones. */
  readonly brandsFile: string | undefined;
  /** Aborted when the service shuts down. */
  readonly draining?: AbortSignal;
}

/** Returns the threads that read uploads. Throws in a thread, which receives none. */
export function readingOf({ reading }: Services): ReadingThreads {
  if (reading) return reading;
  throw new Error('Uploads are read by the service, not by its threads.');
}
