/** The exit codes. They are part of the interface, so scripts can rely on them. */
export const EXIT = {
  done: 0,
  unexpected: 1,
  usage: 2,
  notSignedIn: 3,
  noPermission: 4,
  inputRefused: 5,
  partlyDone: 6,
  serviceFailed: 7,
  outcomeUnknown: 8,
  interrupted: 130,
  /** The reader of standard output closed it: 128 + SIGPIPE. */
  readerGone: 141,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
