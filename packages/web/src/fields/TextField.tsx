import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, ReactNode } from 'react';
import { Field } from './Field.tsx';
import type { FieldProps, NeedOf } from './field.types.ts';
import { TextArea, TextInput } from './inputs.tsx';

type Input = NeedOf<'field'>['input'];

interface Manner {
  readonly type: HTMLInputTypeAttribute;
  readonly inputMode?: 'decimal' | 'numeric' | 'tel' | 'email';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
}

/**
 * How each input is typed. Numbers use text inputs, because a number input discards what it can't
 * parse.
 */
const MANNERS: Readonly<Partial<Record<Input, Manner>>> = {
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
  password: { type: 'password', autoComplete: 'new-password' },
  decimal: { type: 'text', inputMode: 'decimal' },
  integer: { type: 'text', inputMode: 'numeric' },
  card: { type: 'text', inputMode: 'numeric' },
};

const FIGURES: readonly Input[] = ['decimal', 'integer', 'card', 'phone'];

const KEPT = '••••••••';

interface WithUnitProps {
  readonly unit: string | undefined;
  readonly children: ReactNode;
}

/** Shows the currency or unit after a figure. */
const WithUnit = ({ unit, children }: WithUnitProps) =>
  unit ? (
    <div className="with-unit">
      {children}
      <span className="unit">{unit}</span>
    </div>
  ) : (
    children
  );

/** Several faults are sentences, each with its point; one is as it is. */
const faultText = (issues: FieldProps<'field'>['need']['issues']): string | undefined =>
  issues
    .map(({ message }) => message)
    .reduce<string | undefined>(
      (before, message) => (before ? `${before.replace(/(?<![.!?])$/, '.')} ${message}` : message),
      undefined,
    );

/** Text, a number or a secret; keeps the text exactly as typed. */
export function TextField({ need, disabled, onChange, onLeave }: FieldProps<'field'>) {
  const {
    autocomplete,
    provided,
    input,
    issues,
    label,
    locked,
    offer,
    reads,
    required,
    secret,
    unit,
    value,
  } = need;
  const manner = MANNERS[input] ?? { type: 'text' };
  const multiline = input === 'multiline';
  const shared = {
    className: FIGURES.includes(input) ? 'input figure' : 'input',
    disabled,
    readOnly: locked !== undefined,
    title: locked,
    onBlur: onLeave,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(target.value),
    ...(autocomplete && { autoComplete: autocomplete }),
    // The view never contains a secret: only the control holds it.
    ...(secret ? provided && { placeholder: KEPT } : { value: reads ?? value ?? '' }),
  };
  return (
    <Field
      label={label}
      required={required}
      locked={locked}
      fault={faultText(issues)}
      wide={multiline ? 'row' : undefined}
    >
      {(control) =>
        multiline ? (
          <TextArea {...control} {...shared} rows={3} />
        ) : (
          <WithUnit unit={unit}>
            <TextInput {...control} autoComplete="off" {...manner} {...shared} />
            {offer && (
              <button
                type="button"
                className="link"
                disabled={disabled}
                // Leaving the field would show that it is empty.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  onChange(offer.value);
                  // Nothing is being typed.
                  onLeave?.();
                }}
              >
                {offer.label}
              </button>
            )}
          </WithUnit>
        )
      }
    </Field>
  );
}
