import { Calendar, type CalendarMonthNavigatorTemplateEvent } from 'primereact/calendar';
import { useState } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { Prime } from '../parts/Prime.tsx';
import { dayOfLocal, isOffered, localDate, today, YEARS } from './day.ts';

const full = new Intl.DateTimeFormat('en-CA', { dateStyle: 'full' });

/** The month or year as a native select: PrimeReact's own panels of them can't be left by keyboard. */
const navigator = (label: string) => (event: CalendarMonthNavigatorTemplateEvent) => (
  <select
    className="input"
    aria-label={label}
    value={event.value ?? ''}
    onChange={(change) => event.onChange(change, change.target.value)}
  >
    {event.options.map(({ label: text, value }) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
);

interface DateCell {
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

/** The figure, and the full date for screen readers. Not in a `span`: the calendar takes each for a day to focus. */
const dateCell = ({ day, month, year }: DateCell) => (
  <>
    <bdi aria-hidden="true">{day}</bdi>
    <bdi className="unseen">{full.format(new Date(year, month, day))}</bdi>
  </>
);

interface MonthCalendarProps {
  /** The selected date, or empty. */
  readonly value: string;
  readonly onPick: (day: string) => void;
}

/** A calendar month: arrow keys move by day and week, Enter picks (LIST-06). */
export function MonthCalendar({ value, onPick }: MonthCalendarProps) {
  const selected = isOffered(value) ? localDate(value) : null;
  // A new date would turn the calendar back to its month.
  const [start] = useState(selected ?? localDate(today()));
  return (
    <Prime>
      <Calendar
        inline
        value={selected}
        viewDate={start}
        minDate={localDate(`${YEARS[0]}-01-01`)}
        maxDate={localDate(`${YEARS.at(-1)}-12-31`)}
        yearRange={`${YEARS[0]}:${YEARS.at(-1)}`}
        selectOtherMonths
        monthNavigator
        yearNavigator
        monthNavigatorTemplate={navigator('Month')}
        yearNavigatorTemplate={navigator('Year')}
        dateTemplate={dateCell}
        prevIcon={<Icon name="chevron-left" />}
        nextIcon={<Icon name="chevron" />}
        onChange={({ value: date }) => date instanceof Date && onPick(dayOfLocal(date))}
      />
    </Prime>
  );
}
