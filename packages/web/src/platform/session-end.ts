let reason: string | undefined;

/** Why this page's session ended. Not persisted: a user who signs out needs no reason. */
export const sessionEnd = {
  /** In the service's words, or in ours. */
  note(why: string): void {
    reason = why;
  },
  why: (): string | undefined => reason,
  forget(): void {
    reason = undefined;
  },
};
