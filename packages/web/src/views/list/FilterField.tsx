import { type FilterMatch, RELATIVE_DAYS, relativeDaysText } from '@forecourt/core';
import { useEffect, useId, useRef, useState } from 'react';
import { DayField } from '../../fields/DayField.tsx';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import {
  changeEnd,
  changeFilters,
  changeRelative,
  type End,
  endOf,
  type FiltersProps,
  filtersOf,
  inputOf,
  type Judged,
  judged,
  judgedEnd,
  relativeOf,
  replaced,
} from './filters.ts';
import type { AnyColumn } from './use-columns.ts';

/** How long typing must pause before a text is searched for, in ms. */
const TYPING_MS = 400;

interface TypedInputProps {
  readonly id: string;
  readonly value: string;
  readonly decimal?: boolean;
  readonly placeholder: string;
  readonly judge: (typed: string) => Judged;
  readonly onChange: (value: string) => void;
}

/** An input that sends what was typed after a pause, and keeps what can't be sent with its fault. */
function TypedInput({ id, value, decimal, placeholder, judge, onChange }: TypedInputProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [known, setKnown] = useState(value);
  const [fault, setFault] = useState<string>();
  // Back, forward or a removed chip may also change the filter.
  if (known !== value) {
    setKnown(value);
    // Keeps what was typed if it means the same: 1,093.72 and 1093.72.
    if (judge(typed).value !== value) {
      setTyped(value);
      setFault(undefined);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const commit = (text: string) => {
    clearTimeout(timer.current);
    const found = judge(text);
    setFault(found.fault);
    if (found.value !== undefined && found.value !== value) onChange(found.value);
  };
  return (
    <div>
      <input
        id={id}
        className="input"
        type="text"
        inputMode={decimal ? 'decimal' : 'text'}
        placeholder={placeholder}
        autoComplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={fault && `${id}-fault`}
        value={typed}
        onBlur={() => commit(typed)}
        onKeyDown={(event) => event.key === 'Enter' && commit(typed)}
        onChange={({ target }) => {
          setTyped(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => commit(target.value), TYPING_MS);
        }}
      />
      {fault && (
        <p id={`${id}-fault`} className="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

export interface FilterFieldProps extends FiltersProps {
  readonly column: AnyColumn;
}

interface EndProps extends FilterFieldProps {
  readonly end: End;
}

/** One end of an amount's or a day's range. */
function EndField({ end, column, ...props }: EndProps) {
  const id = useId();
  const [fault, setFault] = useState<string>();
  const value = endOf(props, column, end);
  const judge = (typed: string) => judgedEnd(props, column, end, typed);
  return (
    <div className="field">
      <label htmlFor={id}>
        {column.label}, {end}
      </label>
      {inputOf(column) === 'day' ? (
        <div>
          <DayField
            id={id}
            value={value}
            onChange={(day) => {
              const found = judge(day);
              setFault(found.fault);
              if (found.value !== undefined) changeEnd(props, column, end, found.value);
            }}
            onRelative={(days) => {
              setFault(undefined);
              changeRelative(props, column, days);
            }}
          />
          {fault && (
            <p className="fault" role="alert">
              {fault}
            </p>
          )}
        </div>
      ) : (
        <TypedInput
          id={id}
          decimal
          value={value}
          placeholder={end}
          judge={judge}
          onChange={(amount) => changeEnd(props, column, end, amount)}
        />
      )}
    </div>
  );
}

/** Days in relation to today, which stay relative in the address (LIST-15). */
function RelativeDaysField(props: FilterFieldProps) {
  const { column, query } = props;
  const id = useId();
  const value = relativeOf(query, column);
  const dated = endOf(props, column, 'from') !== '' || endOf(props, column, 'to') !== '';
  const offered = RELATIVE_DAYS.some(({ key }) => key === value);
  const others = value === '' || offered ? [] : [{ key: value, value: relativeDaysText(value) }];
  return (
    <div className="field">
      <label htmlFor={id}>{column.label}, days</label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={({ target }) => changeRelative(props, column, target.value)}
      >
        <option value="">{dated && value === '' ? 'From and to' : 'Any'}</option>
        {[...RELATIVE_DAYS, ...others].map((days) => (
          <option key={days.key} value={days.key}>
            {days.value}
          </option>
        ))}
      </select>
    </div>
  );
}

const MATCHES: readonly (readonly [FilterMatch, string])[] = [
  ['contains', 'contains'],
  ['exact', 'is'],
  ['begins', 'begins with'],
];

/** A text, and how it is compared. */
function TextFilter({ column, query, send }: FilterFieldProps) {
  const id = useId();
  const [current] = filtersOf(query, column);
  const [wanted, setWanted] = useState<FilterMatch>('contains');
  const match = current?.match ?? wanted;
  const change = (next: FilterMatch, value: string) => {
    const own = value === '' ? [] : [{ field: column.field, match: next, value }];
    changeFilters(query, send, { filters: replaced(query, column, own) });
  };
  return (
    <div className="field">
      <label htmlFor={id}>{column.label}</label>
      <div className="text-filter">
        <select
          className="input"
          aria-label={`${column.label}, compared`}
          value={match}
          onChange={({ target }) => {
            const next = target.value as FilterMatch;
            setWanted(next);
            if (current) change(next, current.value);
          }}
        >
          {MATCHES.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
        <TypedInput
          id={id}
          value={current?.value ?? ''}
          placeholder=""
          judge={(typed) => judged(column, match, typed)}
          onChange={(value) => change(match, value)}
        />
      </div>
    </div>
  );
}

/** The filter of one column, with inputs for the column's kind (LIST-14). */
export function FilterField(props: FilterFieldProps) {
  const input = inputOf(props.column);
  if (input === 'choice') return <ChoiceFilter {...props} />;
  if (input === 'text') return <TextFilter {...props} />;
  return (
    <fieldset className={input === 'day' ? 'range days' : 'range'} aria-label={props.column.label}>
      {input === 'day' && <RelativeDaysField {...props} />}
      <EndField end="from" {...props} />
      <EndField end="to" {...props} />
    </fieldset>
  );
}
