import type { Need } from '@forecourt/core';
import { ChoiceField } from '../../parts/ChoiceField.tsx';
import { FileDrop } from './FileDrop.tsx';

interface ImportFormProps {
  readonly needs: readonly Need[];
  readonly disabled: boolean;
  readonly onAnswer: (name: string, value: unknown) => void;
}

/** What the import wants from a person, as its view asks for it. */
export function ImportForm({ needs, disabled, onAnswer }: ImportFormProps) {
  return needs.map((need) => {
    if (need.kind === 'choice') {
      return (
        <ChoiceField
          key={need.name}
          need={need}
          disabled={disabled}
          onChange={(value) => onAnswer(need.name, value)}
        />
      );
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
