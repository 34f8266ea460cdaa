import { MESSAGES, type Need } from '@forecourt/core';
import { useId } from 'react';

interface ChoiceFieldProps {
  readonly need: Extract<Need, { kind: 'choice' }>;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
  readonly onLeave?: () => void;
}

/** What stands in a dropdown before anything is chosen (ERR-04). */
function placeholderOf({ loading, options }: ChoiceFieldProps['need']): string {
  if (loading) return 'Loading …';
  return options.length > 0 ? 'Choose …' : MESSAGES.noRecordInDropdown;
}

/** A dropdown of one name out of few, with what is wrong below it. */
export function ChoiceField({ need, disabled, onChange, onLeave }: ChoiceFieldProps) {
  const id = useId();
  const fault = need.issues[0]?.message;
  return (
    <div className="field">
      <label htmlFor={id}>{need.label}</label>
      <select
        id={id}
        className="input"
        value={need.value ?? ''}
        required={need.required}
        disabled={disabled}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onBlur={onLeave}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="" disabled>
          {placeholderOf(need)}
        </option>
        {need.options.map(({ key, value }) => (
          <option key={key} value={key}>
            {value}
          </option>
        ))}
      </select>
      {fault && (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
    </div>
  );
}
