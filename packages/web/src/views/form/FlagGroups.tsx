import type { Need } from '@forecourt/core';
import { Fields, type PartProps } from './FormFields.tsx';

/** Whether a section contains only grouped flags, as permissions do. */
export const isFlagSection = (needs: readonly Need[]): boolean =>
  needs.length > 1 && needs.every(({ group, kind }) => kind === 'flag' && group !== undefined);

/** Flags grouped by subject, side by side (USER-03). */
export function FlagGroups({ needs, ...rest }: PartProps) {
  const groups = Map.groupBy(needs, ({ group, groupTitle }) => groupTitle ?? group ?? '');
  return (
    <div className="flag-groups">
      {[...groups].map(([title, own]) => (
        <fieldset key={title} className="flags">
          <legend className="label">{title}</legend>
          <Fields needs={own} {...rest} />
        </fieldset>
      ))}
    </div>
  );
}
