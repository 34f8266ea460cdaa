import { useId } from 'react';
import { Icon } from '../parts/Icon.tsx';
import type { FieldProps } from './field.types.ts';
import { CheckBox } from './inputs.tsx';

/** The visible letters of a name: enough to distinguish weekdays. */
const SHORT = 3;

/** Several flags under one label: the days of a week (CARD-10). */
export function FlagsField({ need, disabled, onChange, onLeave }: FieldProps<'flags'>) {
  const { issues, label, locked, options, required, value } = need;
  const id = useId();
  const fault = issues[0]?.message;
  const described = [fault && `${id}-fault`, locked && `${id}-lock`].filter(Boolean).join(' ');
  return (
    <fieldset
      className="field flags double"
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
          <label key={key} title={name}>
            <CheckBox
              name={name}
              checked={value[key] === true}
              invalid={fault !== undefined}
              onChange={(checked) => onChange({ ...value, [key]: checked })}
            />
            {name.slice(0, SHORT)}
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
