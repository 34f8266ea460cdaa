import type { ActionPreview } from '@forecourt/core';
import './facts.css';

/** Labelled facts about the subject of a dialog. */
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
