let reason: string | undefined;

/** Why the session of this page ended; gone with the page, for whoever signs out by hand knows why. */
export const sessionEnd = {
  /** In the service's words, or in our own. */
  note(why: string): void {
    reason = why;
  },
  why: (): string | undefined => reason,
  forget(): void {
    reason = undefined;
  },
};
