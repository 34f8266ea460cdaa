/** A rule of the check, as documentation lists it. */
export interface Rule {
  readonly severity: 'error' | 'warning';
  /** What is wrong, as an issue says it. */
  readonly message: string;
  /** What the rule asks. */
  readonly description: string;
  /** The rule holds back what may be right after all: whoever has looked can accept it. */
  readonly guard?: true;
}

export const error = (message: string, description: string) =>
  ({ severity: 'error', message, description }) as const;
export const warning = (message: string, description: string) =>
  ({ severity: 'warning', message, description }) as const;
export const guard = (message: string, description: string) =>
  ({ severity: 'error', guard: true, message, description }) as const;
