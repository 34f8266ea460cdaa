/** Texts of signing in (AUTH-02, AUTH-12): apart from the others, because a client signs in without a form or list. */
export const LOGIN_MESSAGES = {
  email: 'Please enter a valid email.',
  refused: 'Invalid Credential Please try again.',
  notNow: 'Signing in is not possible right now.',
  tooMany: 'Too many failed sign-ins.',
  again: (wait: string) => `Try again in ${wait}.`,
  ended: 'Your session has ended. Sign in again: the page and what you typed are kept.',
  endedElsewhere: 'It ended in another tab.',
} as const;
