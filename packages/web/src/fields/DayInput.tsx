import { lazy, Suspense, useState } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { Popover } from '../parts/Popover.tsx';
import { parseTyped, typedText } from './day.ts';
import type { ControlProps } from './Field.tsx';
import './day-field.css';

const MonthGrid = lazy(async () => ({ default: (await import('./MonthGrid.tsx')).MonthGrid }));

interface DayInputProps extends Partial<ControlProps> {
  readonly id: string;
  /** YYYY-MM-DD or empty; or the typed text while it isn't a date. */
  readonly value: string;
  readonly disabled?: boolean;
  readonly locked?: boolean;
  /** Receives the date, or the typed text while it isn't one. */
  readonly onChange: (text: string) => void;
  readonly onLeave?: (() => void) | undefined;
}

/** A date, typed as dd/mm/yy or picked from a calendar. */
export function DayInput(props: DayInputProps) {
  const { value, disabled = false, locked = false, onChange, onLeave, ...control } = props;
  const [typed, setTyped] = useState(() => typedText(value));
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (value !== typed && parseTyped(typed) !== value) setTyped(typedText(value));
  }
  const notify = (text: string) => {
    setTyped(text);
    onChange(parseTyped(text) ?? text);
  };
  return (
    <div className="day-field">
      <input
        {...control}
        className="input"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={locked ? undefined : 'dd/mm/yy'}
        value={typed}
        disabled={disabled}
        readOnly={locked}
        onBlur={onLeave}
        onChange={({ target }) => notify(target.value)}
      />
      {!locked && !disabled && (
        <Popover
          label="Choose a day"
          align="start"
          buttonClass="day-trigger"
          button={
            <>
              <Icon name="calendar" />
              <span className="unseen">Choose a day</span>
            </>
          }
        >
          {(close) => (
            <Suspense fallback={<div className="month" />}>
              <MonthGrid
                value={value}
                onPick={(day) => {
                  setTyped(typedText(day));
                  onChange(day);
                  close();
                }}
              />
            </Suspense>
          )}
        </Popover>
      )}
    </div>
  );
}
