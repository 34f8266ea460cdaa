import { useEffect, useId, useRef, useState } from 'react';
import { DayField } from '../../fields/DayField.tsx';
import { filteredBy, filterFault, inputOf, YES_NO } from './filters.ts';
import type { AnyColumn } from './use-columns.ts';

/** How long typing must pause before a text is searched for, in ms. */
const TYPING_MS = 400;

interface InputProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TypedInput({
  id,
  value,
  onChange,
  column,
}: InputProps & Pick<FilterFieldProps, 'column'>) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [known, setKnown] = useState(value);
  const [fault, setFault] = useState<string>();
  // Back, forward or a removed chip may also change the filter.
  if (known !== value) {
    setKnown(value);
    // Keeps what was typed if it means the same: 1,093.72 and 1093.72.
    if (filteredBy(column, typed) !== value) {
      setTyped(value);
      setFault(undefined);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const commit = (text: string) => {
    clearTimeout(timer.current);
    const found = filterFault(column, text);
    setFault(found);
    if (found === undefined && filteredBy(column, text) !== value) onChange(text);
  };
  const decimal = inputOf(column) === 'number';
  return (
    <>
      <input
        id={id}
        className="input"
        type="text"
        inputMode={decimal ? 'decimal' : 'text'}
        placeholder={decimal ? 'is' : 'contains'}
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
    </>
  );
}

interface FilterFieldProps {
  readonly column: AnyColumn;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The filter of one column, with an input for the column's kind. */
export function FilterField({ column, value, onChange }: FilterFieldProps) {
  const id = useId();
  const input = inputOf(column);
  return (
    <div className="field">
      <label htmlFor={id}>{column.label}</label>
      {input === 'choice' && (
        <select
          id={id}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">Any</option>
          {(column.options ?? YES_NO).map((option) => (
            <option key={option.key} value={option.key}>
              {option.value}
            </option>
          ))}
        </select>
      )}
      {input === 'day' && <DayField id={id} value={value} onChange={onChange} />}
      {(input === 'text' || input === 'number') && (
        <TypedInput id={id} value={value} onChange={onChange} column={column} />
      )}
    </div>
  );
}
