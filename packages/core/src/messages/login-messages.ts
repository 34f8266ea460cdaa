/** Texts of signing in (AUTH-02, AUTH-12): apart from the others, because a client signs in without a form or list. */
export const LOGIN_MESSAGES = {
  email: 'Please enter a valid email.',
  refused: 'Invalid Credential Please try again.',
  noSuchPlace:
    'There may be no sign-in at this address: check the address of the service, too. It ends in the API’s path, such as /api/v1.',
  notNow: 'Signing in is not possible right now.',
  tooMany: 'Too many failed sign-ins.',
  again: (wait: string) => `Try again in ${wait}.`,
  ended:
    'Your session has ended. Sign in again as the same person: the page and most of what you typed are kept; files, corrections of them and passwords are not.',
  endedElsewhere: 'It ended in another tab.',
} as const;

/** Texts of a page in the place of any other, which may be all that loads (SHELL-04). */
export const PAGE_MESSAGES = {
  pageError: 'Oops! Something broke, we are working on a fix.',
  permissionDenied: "You don't have permission to access this page, contact your administrator",
} as const;

/**
 * Returns '{Label} is required' (FORM-06), for a required field without its own text.
 *
 * @param label the field's label
 */
export const required = (label: string): string => `${label} is required`;
