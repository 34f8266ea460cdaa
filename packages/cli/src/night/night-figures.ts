import type { NightFile, Totals } from './night.types.ts';
import { hasWarnings, needsLook } from './night-totals.ts';

/** The counts of a night, in display order. */
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
  { label: 'Rows without a company', of: ({ rowsWithoutCompany = 0 }) => rowsWithoutCompany },
  { label: 'Exceptions', of: ({ exceptions = 0 }) => exceptions },
  { label: 'Duplicate rows', of: ({ rows }) => rows.duplicates },
  { label: 'Rejected rows', of: ({ rows }) => rows.rejected },
  { label: 'Rows kept out', of: ({ rows }) => rows.keptOut },
];

/** Shown only on nights that have them: a screen has 24 lines. */
export const RARE: readonly string[] = [
  'Set aside',
  'With warnings',
  'Rows without a company',
  'Exceptions',
];

/** Files with known faults first, then other failures; files that merely wait for the next run last. */
const urgency = ({ faults, state }: NightFile): number => {
  if ((faults?.first.length ?? 0) > 0) return 0;
  return state === 'left' ? 2 : 1;
};

/** Files that need a look, most urgent first, then by name. */
export const toLookAt = (files: readonly NightFile[]): readonly NightFile[] =>
  files.filter(needsLook).sort((one, other) => urgency(one) - urgency(other));

/** Rules that may cost money or need undoing, the gravest first. */
const GRAVE: readonly string[] = [
  ...['TXN-SHEET-TWICE', 'FILE-FEW-ROWS', 'TXN-DATE-FUTURE', 'TXN-TWIN', 'TXN-DATE-MIXED'],
  ...['TAX-UNVERIFIED', 'TAX-UNKNOWN', 'TXN-PRICE-RANGE', 'TXN-QTY-RANGE'],
];
/** Rules that good files break night after night. */
const ROUTINE: readonly string[] = [
  ...['TXN-DATE-OLD', 'FILE-EXTRA-COLUMN', 'FILE-COLUMN-TWICE', 'FILE-HEADER-RECORD'],
  ...['FILE-SHEET', 'FILE-HIDDEN-SHEET', 'FILE-TOTAL-ROW', 'FILE-TOTAL-CENT', 'TXN-PLACES'],
];

function weightOf(rule: string): number {
  if (GRAVE.includes(rule)) return GRAVE.indexOf(rule);
  return ROUTINE.includes(rule) ? Number.POSITIVE_INFINITY : GRAVE.length;
}

const gravity = ({ warnings }: NightFile): number =>
  Math.min(...Object.keys(warnings?.rules ?? {}).map(weightOf));

/** Files with warnings: the gravest rules first, then by name. */
export const warnedFiles = (files: readonly NightFile[]): readonly NightFile[] =>
  files.filter(hasWarnings).sort((one, other) => gravity(one) - gravity(other));
