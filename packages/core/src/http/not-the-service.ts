const instead = (what: string): string =>
  `${what} came in place of the service's answer: the sign-in page of a network or a proxy, or the address is not the service's. Sign in to the network or correct the address, then try again.`;

/** Texts for answers that are not the service's own (ERR-01); `to` is the host that a redirect names. */
export const NOT_THE_SERVICE = {
  page: instead('A web page'),
  redirect: (to?: string) => instead(to === undefined ? 'A redirect' : `A redirect to ${to}`),
} as const;
