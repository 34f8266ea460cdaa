import type { Need } from '@forecourt/core';
import { useId } from 'react';
import { FileDrop } from './FileDrop.tsx';

interface ImportFormProps {
  readonly needs: readonly Need[];
  readonly disabled: boolean;
  readonly onAnswer: (name: string, value: unknown) => void;
}

interface ChoiceProps {
  readonly need: Extract<Need, { kind: 'choice' }>;
  readonly disabled: boolean;
  readonly onAnswer: ImportFormProps['onAnswer'];
}

function Choice({ need, disabled, onAnswer }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{need.label}</label>
      <select
        id={id}
        className="input"
        value={need.value ?? ''}
        required={need.required}
        disabled={disabled}
        onChange={({ target }) => onAnswer(need.name, target.value)}
      >
        <option value="" disabled>
          Choose …
        </option>
        {need.options.map(({ key, value }) => (
          <option key={key} value={key}>
            {value}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What the import wants from a person, as its view asks for it. */
export function ImportForm({ needs, disabled, onAnswer }: ImportFormProps) {
  return needs.map((need) => {
    if (need.kind === 'choice') {
      return <Choice key={need.name} need={need} disabled={disabled} onAnswer={onAnswer} />;
    }
    if (need.kind !== 'file') return null;
    return (
      <FileDrop
        key={need.name}
        label={need.label}
        accept={need.accept}
        file={need.value}
        fault={need.issues[0]?.message}
        disabled={disabled}
        onFile={(file) => onAnswer(need.name, { name: file.name, blob: file })}
      />
    );
  });
}
