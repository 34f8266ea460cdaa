import { formatDay } from '@forecourt/core';
import { DayInput } from './DayInput.tsx';
import { Field } from './Field.tsx';
import type { FieldProps } from './field.types.ts';
import { TextInput } from './inputs.tsx';
import { splitInstant, withDay, withTime } from './instant.ts';

/** What is wrong, with its days as they are shown and typed here: '03/11/26 has no time'. */
const inOwnWords = (fault: string | undefined): string | undefined =>
  fault?.replaceAll(/\d{4}-\d{2}-\d{2}/g, formatDay);

/** A date, with or without a time. */
export function MomentField({ need, disabled, onChange, onLeave }: FieldProps<'field'>) {
  const { input, issues, label, locked, required, value = '' } = need;
  const { day, time } = splitInstant(value);
  const timed = input === 'instant';
  return (
    <Field label={label} required={required} locked={locked} fault={inOwnWords(issues[0]?.message)}>
      {(control) => (
        <div className={timed ? 'moment' : undefined}>
          <DayInput
            {...control}
            value={timed ? day : value}
            disabled={disabled}
            locked={locked !== undefined}
            onLeave={onLeave}
            onChange={(next) => onChange(timed ? withDay(value, next) : next)}
          />
          {timed && (
            <TextInput
              type="time"
              className="input"
              aria-label={`${label}, time`}
              value={time}
              disabled={disabled}
              readOnly={locked !== undefined}
              onBlur={onLeave}
              onChange={({ target }) => onChange(withTime(value, target.value))}
            />
          )}
        </div>
      )}
    </Field>
  );
}
