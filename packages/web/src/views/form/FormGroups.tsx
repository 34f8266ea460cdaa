import type { Need } from '@forecourt/core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { Fields, type PartProps } from './FormFields.tsx';

interface Group {
  readonly key: string;
  readonly title: string;
  readonly needs: readonly Need[];
}

const isBlank = ({ value }: Exclude<Need, { kind: 'file' | 'confirmation' }>): boolean =>
  typeof value === 'object' ? !Object.values(value).includes(true) : !value;

/** Empty and not required, so hidden until somebody adds it. */
const isUnused = ({ needs }: Group): boolean =>
  needs.every(
    (need) =>
      need.locked !== undefined ||
      (!need.required &&
        need.issues.length === 0 &&
        need.kind !== 'file' &&
        need.kind !== 'confirmation' &&
        isBlank(need)),
  ) && needs.some(({ locked }) => locked === undefined);

/**
 * Groups a section's fields by heading; numbers groups with equal headings, and treats groups
 * without one as lines.
 */
function groupsOf(needs: readonly Need[]): readonly Group[] {
  const groups = [...Map.groupBy(needs, ({ group }) => group ?? '')];
  const nameOf = (own: readonly Need[]) => own[0]?.groupTitle ?? 'Line';
  return groups.map(([key, own], index) => {
    const name = nameOf(own);
    const alike = groups.filter(([, others]) => nameOf(others) === name).length;
    const nth = groups.slice(0, index + 1).filter(([, others]) => nameOf(others) === name).length;
    return { key, needs: own, title: alike > 1 ? `${name} ${nth}` : name };
  });
}

interface GroupBoxProps extends PartProps {
  readonly title: string;
  readonly headed: boolean;
  /** Just added: takes the focus. */
  readonly fresh: boolean;
}

function GroupBox({ title, headed, fresh, ...rest }: GroupBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fresh) box.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [fresh]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be laid out in the grid
    <div ref={box} className="form-group" role="group" aria-label={title}>
      {headed && <h3>{title}</h3>}
      <div className="form-grid">
        <Fields {...rest} />
      </div>
    </div>
  );
}

interface FormGroupsProps extends PartProps {
  readonly section: string;
  /** Opens the first group of a new record. */
  readonly begin: boolean;
}

/** A section of repeated groups: those in use, and a button for each one that can be added. */
export function FormGroups({ section, begin, needs, ...rest }: FormGroupsProps) {
  const groups = groupsOf(needs);
  const [opened, setOpened] = useState<readonly string[]>(
    begin && groups[0] ? [groups[0].key] : [],
  );
  const [fresh, setFresh] = useState('');
  const isOpen = (group: Group) => opened.includes(group.key) || !isUnused(group);
  const closed = groups.filter((group) => !isOpen(group));
  const missing = needs.filter(({ answered, required }) => required && !answered).length;
  const titled = (group: Group) => group.needs[0]?.groupTitle ?? section;
  return (
    <>
      <div className="group-head">
        <h2>{section}</h2>
        {missing > 0 && <span className="quiet">{missing} missing</span>}
        {closed.map((group) => (
          <button
            key={group.key}
            type="button"
            className="button small"
            disabled={rest.disabled}
            onClick={() => {
              setOpened([...opened, group.key]);
              setFresh(group.key);
            }}
          >
            <Icon name="plus" />
            Add {titled(group)}
          </button>
        ))}
      </div>
      {groups.filter(isOpen).map((group) => (
        <GroupBox
          key={group.key}
          title={groups.length > 1 ? group.title : section}
          headed={groups.length > 1}
          fresh={fresh === group.key}
          needs={group.needs}
          {...rest}
        />
      ))}
    </>
  );
}
