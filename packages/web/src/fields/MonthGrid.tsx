import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { addDays, addMonths, dateOf, isOffered, today, weeksOf, YEARS } from './day.ts';

const name = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-CA', { ...options, timeZone: 'UTC' });

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  name({ month: 'long' }).format(new Date(Date.UTC(2024, month, 1))),
);
// 2024-09-01 was a Sunday.
const WEEKDAYS = Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(2024, 8, 1 + index)));
const full = name({ dateStyle: 'full' });

const STEPS: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

interface HeadProps {
  readonly day: string;
  readonly onMove: (day: string) => void;
}

function MonthHead({ day, onMove }: HeadProps) {
  const [year = '', month = ''] = day.split('-');
  const step = (months: number) => (
    <button
      type="button"
      className="button plain square"
      disabled={!isOffered(addMonths(day, months))}
      onClick={() => onMove(addMonths(day, months))}
    >
      <Icon name={months < 0 ? 'chevron-left' : 'chevron'} />
      <span className="unseen">{months < 0 ? 'Previous month' : 'Next month'}</span>
    </button>
  );
  return (
    <div className="month-head">
      {step(-1)}
      <select
        className="input"
        aria-label="Month"
        value={Number(month) - 1}
        onChange={({ target }) => onMove(addMonths(day, Number(target.value) + 1 - Number(month)))}
      >
        {MONTHS.map((label, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label="Year"
        value={year}
        onChange={({ target }) =>
          onMove(addMonths(day, 12 * (Number(target.value) - Number(year))))
        }
      >
        {YEARS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      {step(1)}
    </div>
  );
}

interface MonthGridProps {
  /** The selected date, or empty. */
  readonly value: string;
  readonly onPick: (day: string) => void;
}

/** A calendar month: arrow keys move by day and week, Page Up and Page Down by month, Enter picks. */
export function MonthGrid({ value, onPick }: MonthGridProps) {
  const [day, setDay] = useState(() => (isOffered(value) ? value : today()));
  const [byKey, setByKey] = useState(false);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (byKey && day) current.current?.focus();
  }, [byKey, day]);
  const move = (next: string) => {
    if (isOffered(next)) setDay(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(day);
    if (next === undefined) return;
    event.preventDefault();
    setByKey(true);
    move(next);
  };
  return (
    <div className="month">
      <MonthHead
        day={day}
        onMove={(next) => {
          setByKey(false);
          move(next);
        }}
      />
      <table onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th
                key={weekday.getTime()}
                scope="col"
                abbr={name({ weekday: 'long' }).format(weekday)}
              >
                {name({ weekday: 'short' }).format(weekday).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} className={one.slice(0, 7) === day.slice(0, 7) ? undefined : 'quiet'}>
                  <button
                    type="button"
                    ref={one === day ? current : undefined}
                    tabIndex={one === day ? 0 : -1}
                    disabled={!isOffered(one)}
                    aria-label={full.format(dateOf(one))}
                    aria-pressed={one === value}
                    aria-current={one === today() ? 'date' : undefined}
                    onClick={() => onPick(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
