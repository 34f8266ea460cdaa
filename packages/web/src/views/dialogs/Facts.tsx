import type { ActionPreview } from '@forecourt/core';
import './facts.css';

/** What a dialog is about, label by label. */
export const Facts = ({ facts }: Pick<ActionPreview, 'facts'>) =>
  facts.length > 0 && (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
