import { missingDay, parseRelativeDays } from '@forecourt/core';
import { useState } from 'react';
import { DayInput } from './DayInput.tsx';
import { isOffered } from './day.ts';

interface DayFieldProps {
  readonly id: string;
  /** YYYY-MM-DD, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** Receives days in relation to today that were typed in words, as filters write them: 'last-month' (LIST-15). */
  readonly onRelative?: (days: string) => void;
}

/** 'There is no 31 February 2026: the month has 28 days.' */
function noSuchDay(text: string): string | undefined {
  const missing = missingDay(text);
  return missing && `${missing.charAt(0).toUpperCase()}${missing.slice(1)}.`;
}

/**
 * A filter by day, from 2020 to 2040 (LIST-06), which may also be typed in words. Invalid text changes nothing and
 * shows an error on blur.
 */
export function DayField({ id, value, onChange, onRelative }: DayFieldProps) {
  const [wrong, setWrong] = useState('');
  const [left, setLeft] = useState(true);
  const faulty = left && wrong !== '';
  return (
    <div>
      <DayInput
        id={id}
        value={wrong || value}
        aria-invalid={faulty}
        aria-describedby={faulty ? `${id}-fault` : undefined}
        onLeave={() => setLeft(true)}
        onChange={(text) => {
          const days = onRelative && parseRelativeDays(text);
          const day = text === '' || days !== undefined || isOffered(text);
          setLeft(day);
          setWrong(day ? '' : text);
          if (days !== undefined) onRelative?.(days);
          else if (day && text !== value) onChange(text);
        }}
      />
      {faulty && (
        <p className="fault" id={`${id}-fault`}>
          {noSuchDay(wrong) ??
            `A day from 2020 to 2040, as dd/mm/yy${onRelative ? ', or days such as last month' : ''}.`}
        </p>
      )}
    </div>
  );
}
