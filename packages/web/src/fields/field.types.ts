import type { Need } from '@forecourt/core';

export type NeedOf<Kind extends Need['kind']> = Extract<Need, { kind: Kind }>;

/** Props of a control that answers a need. */
export interface FieldProps<Kind extends Need['kind']> {
  readonly need: NeedOf<Kind>;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
  /** Called on blur, after which errors may show. */
  readonly onLeave?: (() => void) | undefined;
}
