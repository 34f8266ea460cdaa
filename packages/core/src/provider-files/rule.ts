/** A rule of the check, as listed in the documentation. */
export interface Rule {
  readonly severity: 'error' | 'warning';
  /** What is wrong, as stated in an issue. */
  readonly message: string;
  /** What the rule requires. */
  readonly description: string;
  /** What to do about it; never repeats the message. */
  readonly fix: string;
  /** Holds back something that may still be correct: a user can review and accept it. */
  readonly guard?: true;
}

export const error = (message: string, description: string, fix: string) =>
  ({ severity: 'error', message, description, fix }) as const;
export const warning = (message: string, description: string, fix: string) =>
  ({ severity: 'warning', message, description, fix }) as const;
export const guard = (message: string, description: string, fix: string) =>
  ({ severity: 'error', guard: true, message, description, fix }) as const;
