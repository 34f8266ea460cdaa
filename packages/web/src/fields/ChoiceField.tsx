import { MESSAGES } from '@forecourt/core';
import { partOnDemand } from '../parts/part-on-demand.tsx';
import { type ControlProps, Field } from './Field.tsx';
import type { FieldProps, NeedOf } from './field.types.ts';

/** The text of a dropdown without a choice (ERR-04). */
function placeholderOf({
  loading,
  locked,
  options,
  required,
  unchosen,
  waits,
}: NeedOf<'choice'>): string {
  if (loading) return 'Loading …';
  if (waits !== undefined) return waits;
  if (options.length === 0) return locked === undefined ? MESSAGES.noRecordInDropdown : '';
  return required ? 'Choose …' : (unchosen ?? 'None');
}

/** As many characters as a column shows; what it means to choose nothing may be a sentence. */
const ONE_COLUMN = 24;

/** Beyond that, nobody finds an option by looking. */
const MANY = 60;

/** Until its code is there, or if it can't be loaded, the browser's own dropdown has them all. */
const SearchChoice = partOnDemand(() => import('./SearchChoice.tsx'), 'SearchChoice', {
  waiting: ({ dropdown }) => dropdown,
  silent: true,
});

/** A dropdown, with its error below; many options are found by typing. */
export function ChoiceField({ need, disabled, onChange, onLeave }: FieldProps<'choice'>) {
  const { issues, label, locked, options, required, unchosen = '', value = '' } = need;
  const fault = issues[0]?.message;
  const wide = unchosen.length > ONE_COLUMN ? 'double' : undefined;
  const dropdown = (control: ControlProps) => (
    <select
      {...control}
      className="input"
      value={value}
      disabled={disabled || locked !== undefined}
      aria-busy={need.loading}
      title={locked}
      onBlur={onLeave}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="" disabled={required}>
        {placeholderOf(need)}
      </option>
      {options.map((option) => (
        <option key={option.key} value={option.key}>
          {option.value}
        </option>
      ))}
    </select>
  );
  return (
    <Field label={label} required={required} locked={locked} fault={fault} wide={wide}>
      {(control) =>
        options.length > MANY && locked === undefined ? (
          <SearchChoice
            control={control}
            dropdown={dropdown(control)}
            options={options}
            value={value}
            placeholder={placeholderOf(need)}
            disabled={disabled}
            sentence={wide !== undefined}
            onChange={onChange}
            onLeave={onLeave}
          />
        ) : (
          dropdown(control)
        )
      }
    </Field>
  );
}
