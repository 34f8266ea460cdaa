import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import './section-index.css';

interface IndexedSection {
  readonly title: string;
  /** Number of fields with errors. */
  readonly faults?: number;
  /** Number of required fields that are empty. */
  readonly missing?: number;
}

/** Fewer sections than this don't need an index. */
const LEAST = 6;

/** The id of the section with this title. */
export const sectionId = (title: string): string =>
  `section-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** The title of the section in view: the last one that starts above the middle. */
function useReadSection(titles: string): string | undefined {
  const [read, setRead] = useState<string>();
  useEffect(() => {
    const names = titles.split('\n');
    const look = () => {
      const above = names.filter((name) => {
        const top = document.getElementById(sectionId(name))?.getBoundingClientRect().top;
        return top !== undefined && top < innerHeight / 3;
      });
      const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      setRead(end && scrollY > 0 ? names.at(-1) : (above.at(-1) ?? names[0]));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [titles]);
  return read;
}

function go(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const section = document.getElementById(event.currentTarget.hash.slice(1));
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

interface SectionIndexProps {
  readonly sections: readonly IndexedSection[];
  readonly children: ReactNode;
}

/**
 * The sections of a long record with an index beside them, which marks the current one and those
 * with errors.
 */
export function SectionIndex({ sections, children }: SectionIndexProps) {
  const read = useReadSection(sections.map(({ title }) => title).join('\n'));
  if (sections.length < LEAST) return children;
  return (
    <div className="indexed">
      <div className="indexed-body">{children}</div>
      <nav className="section-index" aria-label="Sections">
        <ul>
          {sections.map(({ title, faults = 0, missing = 0 }) => (
            <li key={title}>
              <a
                href={`#${sectionId(title)}`}
                aria-current={title === read ? 'location' : undefined}
                onClick={go}
              >
                {title}
                {faults === 0 && missing > 0 && (
                  <span className="quiet">
                    {missing}
                    <span className="unseen"> missing</span>
                  </span>
                )}
                {faults > 0 && (
                  <span className="badge bad">
                    {faults}
                    <span className="unseen"> to mend</span>
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
