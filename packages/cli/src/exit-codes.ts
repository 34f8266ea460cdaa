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

/** The codes as help and the manual page list them: short enough for 80 columns. */
export const EXIT_LINES: readonly string[] = [
  '0 done   1 unexpected   2 usage   3 not signed in   4 no permission',
  '5 the input failed its checks   6 partly done',
  '7 service unreachable or failed   8 outcome unknown, the next run resolves it',
  '130 interrupted   141 the reader closed the output',
];
