import type { Store } from './db/store.ts';
import type { MailSettings } from './mail/mailer.ts';

/** What the calls work with; one of each in a sandbox. */
export interface Services {
  readonly store: Store;
  readonly now: () => Date;
  /** Upload limit in bytes. */
  readonly maxUpload: number;
  /** Base-2 logarithm of scrypt's work factor. */
  readonly passwordCost: number;
  readonly mail: MailSettings;
}
