import Papa from 'papaparse';

/** The comma comes last: if another delimiter fits as well, the comma is a decimal separator. */
const CANDIDATES = ['\t', ';', '|', ','] as const;
const SAMPLE_ROWS = 100;

/** How a text is split into rows and cells. */
export interface Dialect {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
  /** The first line only names the delimiter (`sep=;`), as supported by Excel. */
  readonly named: boolean;
}

/** Number of rows with the most common length, times that length; this ignores banners and totals. */
function score(sample: string, delimiter: string, newline: '\n' | '\r'): number {
  const { data } = new Papa.Parser({ delimiter, newline }).parse(sample, 0, false) as {
    data: string[][];
  };
  const rows = new Map<number, number>();
  for (const { length } of data.slice(0, SAMPLE_ROWS)) {
    if (length > 1) rows.set(length, (rows.get(length) ?? 0) + 1);
  }
  return Math.max(0, ...Array.from(rows, ([cells, count]) => cells * count));
}

/** Detects the dialect from the start of a text; returns undefined if no delimiter splits it. */
export function detectDialect(sample: string): Dialect | undefined {
  const newline = sample.includes('\n') || !sample.includes('\r') ? '\n' : '\r';
  const named = /^sep=(.)\r?\n/i.exec(sample)?.[1];
  if (named !== undefined) return { delimiter: named, newline, named: true };
  let best: Dialect | undefined;
  let bestScore = 0;
  for (const delimiter of CANDIDATES) {
    const candidate = score(sample, delimiter, newline);
    if (candidate <= bestScore) continue;
    best = { delimiter, newline, named: false };
    bestScore = candidate;
  }
  return best;
}
