import { useId } from 'react';
import type { FieldProps } from './field.types.ts';

/** A yes/no control. */
export function FlagField({ need, disabled, onChange, onLeave }: FieldProps<'flag'>) {
  const { label, locked, value } = need;
  const id = useId();
  return (
    <div className="flag">
      <label title={locked}>
        <input
          type="checkbox"
          checked={value}
          disabled={disabled || locked !== undefined}
          aria-describedby={locked ? `${id}-lock` : undefined}
          onBlur={onLeave}
          onChange={({ target }) => onChange(target.checked)}
        />
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
