import type { Refusals } from './audit/refusals.ts';
import type { Presence } from './auth/presence.ts';
import type { SessionLimits } from './auth/sessions.ts';
import type { SignInLine } from './auth/sign-in-line.ts';
import type { WaitingRoom } from './auth/waiting-room.ts';
import type { Store } from './db/store.ts';
import type { ProxyHeader, TrustedProxies } from './http/client-address.ts';
import type { MailLimits } from './mail/mail-limit.ts';
import type { MailSettings } from './mail/mailer.ts';
import type { ReadingThreads } from './threads/reading-threads.ts';
import type { Threads } from './threads/threads.ts';

/** What the calls work with; one of each in a sandbox. */
export interface Services {
  readonly store: Store;
  /** What computes long answers; a thread itself has none. */
  readonly threads?: Threads;
  /** What reads uploaded files; a thread itself has none. */
  readonly reading?: ReadingThreads;
  readonly now: () => Date;
  /** IANA name of the zone that 'today' is a day of (PAY-05). */
  readonly timeZone: string;
  /** Own layouts of provider files, in place of the built-in ones. */
  readonly layouts?: readonly unknown[];
  /** Own tax tables, before the built-in one. */
  readonly taxTables?: readonly unknown[];
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
  /** The one header of theirs that is believed; undefined: either, unless they differ. */
  readonly proxyHeader: ProxyHeader | undefined;
  /** Of this database: what hashes of calls are keyed with. */
  readonly callKey: string;
  readonly mail: MailSettings;
  readonly mailLimits: MailLimits;
  /** The deployment's own list of brands; the built-in ones without it. */
  readonly brandsFile: string | undefined;
  /** Aborted once the service shuts down. */
  readonly draining?: AbortSignal;
}

/** The threads that read uploads; only a thread, which receives none, is without them. */
export function readingOf({ reading }: Services): ReadingThreads {
  if (reading) return reading;
  throw new Error('Uploads are read by the service, not by its threads.');
}
