import { ProgressBar } from 'primereact/progressbar';
import { Prime } from './Prime.tsx';

interface ProgressProps {
  readonly label: string;
}

/** Something of unknown length is under way. */
export const Progress = ({ label }: ProgressProps) => (
  <Prime>
    <ProgressBar mode="indeterminate" pt={{ root: { 'aria-label': label } }} />
  </Prime>
);
