import { useId } from 'react';
import type { FieldProps } from './field.types.ts';
import { CheckBox, Switch } from './inputs.tsx';

/** A yes/no control. */
export function FlagField({ need, disabled, onChange, onLeave }: FieldProps<'flag'>) {
  const { label, locked, value } = need;
  const id = useId();
  const control = {
    checked: value,
    disabled: disabled || locked !== undefined,
    describedBy: locked ? `${id}-lock` : undefined,
    onLeave,
    onChange,
  };
  return (
    <div className="flag">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is one of the two */}
      <label title={locked}>
        {/* A list of flags is ticked off; a single one is switched. */}
        {need.group === undefined ? <Switch {...control} /> : <CheckBox {...control} />}
        {label}
      </label>
      {locked && (
        <span id={`${id}-lock`} className="unseen">
          {locked}
        </span>
      )}
    </div>
  );
}
