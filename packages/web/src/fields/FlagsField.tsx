import { useId } from 'react';
import { Icon } from '../parts/Icon.tsx';
import type { FieldProps } from './field.types.ts';

/** Several flags under one name: the days of a week (CARD-10). */
export function FlagsField({ need, disabled, onChange, onLeave }: FieldProps<'flags'>) {
  const { issues, label, locked, options, required, value } = need;
  const id = useId();
  const fault = issues[0]?.message;
  const described = [fault && `${id}-fault`, locked && `${id}-lock`].filter(Boolean).join(' ');
  return (
    <fieldset
      className="field flags wide"
      disabled={disabled || locked !== undefined}
      aria-describedby={described || undefined}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || onLeave?.()
      }
    >
      <legend className="label" title={locked}>
        {label}
        {required && (
          <span className="required" aria-hidden="true">
            *
          </span>
        )}
        {locked && <Icon name="lock" />}
      </legend>
      <div className="flag-row">
        {options.map(({ key, value: name }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={value[key] === true}
              aria-invalid={fault !== undefined || undefined}
              onChange={({ target }) => onChange({ ...value, [key]: target.checked })}
            />
            {name}
          </label>
        ))}
      </div>
      {locked && (
        <span id={`${id}-lock`} className="unseen">
          {locked}
        </span>
      )}
      {fault && (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
