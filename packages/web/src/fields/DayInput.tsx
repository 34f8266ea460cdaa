import { useState } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { loadable, useLoaded } from '../parts/loadable.ts';
import { Popover } from '../parts/Popover.tsx';
import { parseTyped, typedText } from './day.ts';
import type { ControlProps } from './Field.tsx';
import './day-field.css';

const calendar = loadable(async () => (await import('./MonthCalendar.tsx')).MonthCalendar);

interface CalendarProps {
  readonly value: string;
  readonly onPick: (day: string) => void;
}

/** The calendar, once its code is there; a date can be typed meanwhile. */
function LoadedCalendar(props: CalendarProps) {
  const { value: Loaded, failed, retry } = useLoaded(calendar);
  if (Loaded) return <Loaded {...props} />;
  return (
    <div className="month" aria-busy={!failed}>
      {failed && (
        <p role="alert">
          The calendar could not be loaded. Type the date, or{' '}
          <button type="button" className="link" onClick={retry}>
            try again
          </button>
          .
        </p>
      )}
    </div>
  );
}

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
  const change = (text: string) => {
    setTyped(text);
    onChange(parseTyped(text) ?? text);
  };
  const leave = () => {
    setTyped(typedText(value));
    onLeave?.();
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
        onBlur={leave}
        onKeyDown={({ key }) => key === 'Enter' && leave()}
        onChange={({ target }) => change(target.value)}
      />
      {!locked && (
        <Popover
          disabled={disabled}
          onNear={calendar.warm}
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
            <LoadedCalendar
              value={value}
              onPick={(day) => {
                setTyped(typedText(day));
                onChange(day);
                close();
              }}
            />
          )}
        </Popover>
      )}
    </div>
  );
}
