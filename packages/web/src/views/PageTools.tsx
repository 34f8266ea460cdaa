import { type ReactNode, useState } from 'react';
import { Icon } from '../parts/Icon.tsx';

interface PageToolsProps {
  /** Name of the record that the buttons are for: 'invoice INV-1'. */
  readonly record?: string;
  readonly children: ReactNode;
}

/**
 * The buttons beside a page's title. On a phone, the primary one and the way back stay, and the others appear with
 * More, so that the content isn't below lines of buttons.
 */
export function PageTools({ record, children }: PageToolsProps) {
  const [whole, setWhole] = useState(false);
  return (
    <div className={`page-tools${whole ? ' whole' : ''}`} data-record={record}>
      {children}
      <button
        type="button"
        className="button more-tools"
        aria-expanded={whole}
        onClick={() => setWhole(!whole)}
      >
        {whole ? 'Less' : 'More'}
        <Icon name="down" />
      </button>
    </div>
  );
}
