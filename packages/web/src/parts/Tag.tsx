import { Tag as PrimeTag } from 'primereact/tag';
import { Prime } from './Prime.tsx';

interface TagProps {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly children: string;
}

/** A state in a word, coloured by its tone. */
export const Tag = ({ tone, children }: TagProps) => (
  <Prime>
    <PrimeTag className={tone} value={children} />
  </Prime>
);
