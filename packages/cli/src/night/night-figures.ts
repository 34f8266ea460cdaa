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
  { label: 'With warnings', of: ({ filesWithWarnings = 0 }) => filesWithWarnings },
  { label: 'Rows imported', of: ({ rows }) => rows.imported },
  { label: 'Duplicate rows', of: ({ rows }) => rows.duplicates },
  { label: 'Rejected rows', of: ({ rows }) => rows.rejected },
  { label: 'Rows kept out', of: ({ rows }) => rows.keptOut },
];

/** Rows of their own on the nights that have them; a screen has 24 lines. */
export const RARE: readonly string[] = ['Set aside', 'With warnings'];

const needsLook = ({ exitCode, state }: NightFile): boolean => exitCode !== 0 || state === 'left';

/** Where faults are known comes first, then what failed otherwise; what merely waits for the next run is last. */
const urgency = ({ exitCode, faults, state }: NightFile): number => {
  if ((faults?.first.length ?? 0) > 0) return 0;
  return exitCode !== 0 && state !== 'left' ? 1 : 2;
};

/** Files that somebody has to look at: the most urgent first, then by name. */
export const toLookAt = (files: readonly NightFile[]): readonly NightFile[] =>
  files.filter(needsLook).sort((one, other) => urgency(one) - urgency(other));
