import type { NightFile, Totals } from './night.types.ts';

/** The counts of a night, in the order in which they are shown. */
export const FIGURES: readonly {
  readonly label: string;
  readonly of: (totals: Totals) => number;
}[] = [
  { label: 'Files', of: ({ files }) => files },
  { label: 'Imported', of: ({ imported }) => imported },
  { label: 'Imported before', of: ({ alreadyImported }) => alreadyImported },
  { label: 'Rejected', of: ({ rejected }) => rejected },
  { label: 'Set aside', of: ({ setAside = 0 }) => setAside },
  { label: 'Not known yet', of: ({ unknown }) => unknown },
  { label: 'Left in the inbox', of: ({ left }) => left },
  { label: 'Rows imported', of: ({ rows }) => rows.imported },
  { label: 'Duplicate rows', of: ({ rows }) => rows.duplicates },
  { label: 'Rejected rows', of: ({ rows }) => rows.rejected },
  { label: 'Rows kept out', of: ({ rows }) => rows.keptOut },
];

export const needsLook = ({ exitCode, state }: NightFile): boolean =>
  exitCode !== 0 || state === 'left';
