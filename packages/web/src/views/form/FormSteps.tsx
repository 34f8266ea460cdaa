import type { FormStep } from '@forecourt/core';
import { StepList } from '../../parts/StepList.tsx';

interface StepsProps {
  readonly steps: readonly FormStep[];
  readonly current: string | undefined;
}

/** The progress of a wizard (USER-03). */
export const FormSteps = ({ steps, current }: StepsProps) => (
  <StepList
    titles={steps.map(({ title }) => title)}
    at={steps.findIndex(({ name }) => name === current)}
  />
);
