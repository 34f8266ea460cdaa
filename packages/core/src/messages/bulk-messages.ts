/** Reasons why a picked row was left as it is (LIST-15). */
export const BULK_MESSAGES = {
  changed: 'Somebody else changed it meanwhile. Look at it, then try again.',
  changedSince: 'Somebody else changed it since. It stays as they left it.',
  not_permitted: 'Your account may not do this.',
  gone: 'It is not there: it was deleted, or its id is wrong.',
  session_ended: 'Your session has ended. Sign in again.',
  unreachable: 'The service could not be reached.',
  unknown: 'It is not known whether this was done. Try again: it is never done twice.',
  stopped: 'Stopped before its turn.',
  waits: 'Not reached: the run ended before it.',
  cut_off: 'The file was cut off on its way. Try again.',
  before: (count: number, total: number, done: string, which: string) =>
    `${count} of ${total} ${count === 1 ? 'was' : 'were'} ${done} before: ${which}.`,
  beforeUnknown: (count: number) =>
    `It could not be checked for ${count} whether this was done before.`,
  none: 'Choose at least one row first.',
} as const;
