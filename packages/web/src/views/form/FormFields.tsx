import type { Need } from '@forecourt/core';
import { NeedField } from '../../fields/NeedField.tsx';
import type { Form } from './use-form.ts';

export interface PartProps {
  readonly form: Form;
  readonly needs: readonly Need[];
  readonly disabled: boolean;
}

/** The controls of a form, each bound to the form's workflow. */
export function Fields({ form: { send }, needs, disabled }: PartProps) {
  return needs.map((need) => (
    <NeedField
      key={need.name}
      need={need}
      disabled={disabled}
      onChange={(value) => send({ type: 'field.changed', name: need.name, value })}
      onLeave={() => send({ type: 'field.left', name: need.name })}
      onFill={(name, value) => send({ type: 'field.changed', name, value })}
      onPlace={(place) => send({ type: 'place.chosen', name: need.name, place })}
    />
  ));
}
