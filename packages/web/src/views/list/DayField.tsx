import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { Popover } from '../../parts/Popover.tsx';
import { parseTyped, typedText } from './day.ts';
import './day-field.css';

const MonthGrid = lazy(async () => ({ default: (await import('./MonthGrid.tsx')).MonthGrid }));

interface DayFieldProps {
  readonly id: string;
  /** YYYY-MM-DD, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A day, typed as dd/mm/yy or picked from a month, from 2020 to 2040 (LIST-06). */
export function DayField({ id, value, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(() => typedText(value));
  const [known, setKnown] = useState(value);
  const [left, setLeft] = useState(true);
  if (known !== value) {
    setKnown(value);
    if (parseTyped(typed) !== value) setTyped(typedText(value));
  }
  const wrong = left && typed !== '' && parseTyped(typed) === undefined;
  return (
    <div className="day-field">
      <input
        id={id}
        className="input"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="dd/mm/yy"
        value={typed}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-fault` : undefined}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        onChange={({ target }) => {
          setTyped(target.value);
          const day = target.value === '' ? '' : parseTyped(target.value);
          if (day !== undefined && day !== value) onChange(day);
        }}
      />
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
                onChange(day);
                close();
              }}
            />
          </Suspense>
        )}
      </Popover>
      {wrong && (
        <p className="fault" id={`${id}-fault`}>
          A day from 2020 to 2040, as dd/mm/yy.
        </p>
      )}
    </div>
  );
}
