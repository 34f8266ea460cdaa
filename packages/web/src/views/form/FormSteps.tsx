import type { FormStep } from '@forecourt/core';

interface StepsProps {
  readonly steps: readonly FormStep[];
  readonly current: string | undefined;
}

/** The progress of a wizard (USER-03). */
export function FormSteps({ steps, current }: StepsProps) {
  const at = steps.findIndex(({ name }) => name === current);
  return (
    <ol className="steps" aria-label="Steps">
      {steps.map(({ name, title }, index) => (
        <li
          key={name}
          className={index < at ? 'done' : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="step-number" aria-hidden="true">
            {index + 1}
          </span>
          {title}
        </li>
      ))}
    </ol>
  );
}
