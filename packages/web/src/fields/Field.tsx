import { type ReactNode, useId } from 'react';
import { Icon } from '../parts/Icon.tsx';

/** Attributes that give a control its name, description and error state. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
  readonly required: boolean;
}

interface FieldProps {
  readonly label: string;
  readonly required: boolean;
  /** Why it can't be changed; shown behind the lock. */
  readonly locked: string | undefined;
  readonly fault: string | undefined;
  /** Spans the whole row, or two columns. */
  readonly wide?: 'row' | 'double' | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A label, a control, and the control's error (FORM-06). */
export function Field({ label, required, locked, fault, wide, children }: FieldProps) {
  const id = useId();
  const described = [fault && `${id}-fault`, locked && `${id}-lock`].filter(Boolean).join(' ');
  return (
    <div className={wide ? `field ${wide}` : 'field'}>
      <label htmlFor={id} title={locked}>
        {label}
        {required && (
          <span className="required" aria-hidden="true">
            *
          </span>
        )}
        {locked && <Icon name="lock" />}
      </label>
      {children({
        id,
        'aria-invalid': fault !== undefined,
        'aria-describedby': described || undefined,
        required,
      })}
      {locked && (
        <span id={`${id}-lock`} className="unseen">
          {locked}
        </span>
      )}
      {fault && (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
    </div>
  );
}
