import { ApiError, formatValue, getOptions, type Option } from '@forecourt/core';
import { useEffect, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { Popover } from '../../parts/Popover.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { changeFilters, type FiltersProps, filtersOf, replaced, YES_NO } from './filters.ts';
import type { AnyColumn } from './use-columns.ts';

interface ChoiceFilterProps extends FiltersProps {
  readonly column: AnyColumn;
}

type Loaded = readonly Option[] | 'failed' | undefined;

/** The column's fixed choices, or those that the service lists; undefined until they are loaded. */
function useChoices({ options, reference }: AnyColumn): Loaded {
  const { client } = usePortal();
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (reference === undefined) return;
    const leaving = new AbortController();
    getOptions(client, reference, [], leaving.signal).then(setLoaded, (error) => {
      // A service without this list: any text can be typed.
      const lacks = error instanceof ApiError && !error.retryable;
      if (!leaving.signal.aborted) setLoaded(lacks ? [] : 'failed');
    });
    return () => leaving.abort();
  }, [client, reference]);
  return reference === undefined ? (options ?? YES_NO) : loaded;
}

function Choices({ column, query, send }: ChoiceFilterProps) {
  const choices = useChoices(column);
  const chosen = filtersOf(query, column).map(({ value }) => value);
  const known = choices === 'failed' ? [] : (choices ?? []);
  const others = chosen.filter((value) => !known.some(({ key }) => key === value));
  const toggle = (key: string) => {
    const values = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key];
    const own = values.map((value) => ({ field: column.field, match: 'exact' as const, value }));
    changeFilters(query, send, { filters: replaced(query, column, own) });
  };
  return (
    <ul className="column-chooser">
      {choices === undefined && <li className="menu-item quiet">Loading …</li>}
      {choices === 'failed' && (
        <li className="menu-item fault">
          The choices could not be loaded. Close and open this again.
        </li>
      )}
      {choices?.length === 0 && (
        <li className="menu-item">
          <input
            className="input"
            aria-label={`${column.label} is`}
            placeholder="Type it, then Enter"
            onKeyDown={({ currentTarget, key }) => {
              const value = currentTarget.value.trim();
              if (key !== 'Enter' || value === '' || chosen.includes(value)) return;
              toggle(value);
              currentTarget.value = '';
            }}
          />
        </li>
      )}
      {[...known, ...others.map((value) => ({ key: value, value }))].map(({ key, value }) => (
        <li key={key}>
          <label className="menu-item">
            <input type="checkbox" checked={chosen.includes(key)} onChange={() => toggle(key)} />
            {value}
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Chooses one or several values of a column (LIST-14). */
export function ChoiceFilter(props: ChoiceFilterProps) {
  const { column, query } = props;
  const chosen = filtersOf(query, column).map(({ value }) => {
    const options = column.options ?? (column.kind === 'boolean' ? YES_NO : []);
    return options.find(({ key }) => key === value)?.value ?? formatValue(column.kind, value);
  });
  return (
    <fieldset className="field" aria-label={column.label}>
      <span className="label" aria-hidden="true">
        {column.label}
      </span>
      <Popover
        label={`${column.label}, choices`}
        align="start"
        buttonClass="input choice-filter"
        button={
          <>
            <span className="unseen">{column.label}: </span>
            {chosen.length > 1 ? `${chosen.length} chosen` : (chosen[0] ?? 'Any')}
            <Icon name="chevron" />
          </>
        }
      >
        <Choices {...props} />
      </Popover>
    </fieldset>
  );
}
