import type { Need } from '@forecourt/core';

export type NeedOf<Kind extends Need['kind']> = Extract<Need, { kind: Kind }>;

/** A control that answers a need. */
export interface FieldProps<Kind extends Need['kind']> {
  readonly need: NeedOf<Kind>;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
  /** It was left: what is wrong with it may be shown. */
  readonly onLeave?: (() => void) | undefined;
}
