import { Steps } from 'primereact/steps';
import { Prime } from './Prime.tsx';

interface StepListProps {
  readonly titles: readonly string[];
  /** Index of the current step. */
  readonly at: number;
}

/** The progress of a wizard; the steps are left by its buttons, not by a click here. */
export function StepList({ titles, at }: StepListProps) {
  const model = titles.map((title, index) => ({
    template: (
      <span
        className={index < at ? 'step-name done' : 'step-name'}
        aria-current={index === at ? 'step' : undefined}
      >
        <span className="step-number" aria-hidden="true">
          {index + 1}
        </span>
        {title}
      </span>
    ),
  }));
  return (
    <Prime>
      <Steps model={model} activeIndex={at} aria-label="Steps" />
    </Prime>
  );
}
