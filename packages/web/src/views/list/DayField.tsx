import { isDay } from '@forecourt/core';
import { PrimeReactProvider } from 'primereact/api';
import { Calendar } from 'primereact/calendar';
import './day-field.css';

/** PrimeReact would put its styles into the document; they go nowhere, ours are in day-field.css. */
const nowhere = document.createElement('div');

const pad = (value: number): string => String(value).padStart(2, '0');

const toDay = (date: Date): string =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

function toDate(day: string): Date | null {
  if (!isDay(day)) return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

interface DayFieldProps {
  readonly id: string;
  /** YYYY-MM-DD, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A day, typed as dd/mm/yy or picked, from 2020 to 2040 (LIST-06). */
export function DayField({ id, value, onChange }: DayFieldProps) {
  return (
    <PrimeReactProvider value={{ styleContainer: nowhere as unknown as HTMLElement }}>
      <Calendar
        inputId={id}
        value={toDate(value)}
        onChange={(event) => {
          if (event.value === null || event.value === undefined) onChange('');
          else if (event.value instanceof Date) onChange(toDay(event.value));
        }}
        dateFormat="dd/mm/y"
        placeholder="dd/mm/yy"
        minDate={new Date(2020, 0, 1)}
        maxDate={new Date(2040, 11, 31)}
        monthNavigator
        yearNavigator
        yearRange="2020:2040"
        showIcon
        inputClassName="input"
      />
    </PrimeReactProvider>
  );
}
