import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CheckedRow, ProviderLine } from '@forecourt/core/provider-files';
import { Problem } from '../http/problem.ts';
import type { DeclaredOccurrences } from './declared-occurrences.ts';

/** A line with its position among equal lines of the file (TXN-13). */
export interface StagedLine extends ProviderLine {
  /** Identifies the purchase, without its occurrence. */
  readonly key: string;
  /** 1 for the first of equal lines. */
  readonly occurrence: number;
  /** How many equal lines are known to be valid, from this file and the one that it was taken from. */
  readonly occurrences: number;
}

/** A checked row of the file. */
export interface StagedRow {
  readonly sheet: string;
  readonly row: number;
  readonly cells: readonly string[];
  readonly lines: readonly StagedLine[];
  /** Errors and warnings of the check. */
  readonly message: string;
}

export interface Staging {
  readonly headers: readonly string[];
  readonly rows: number;
  /** Accepted guards that the file breaks (TXN-15). */
  readonly accepted: readonly string[];
  /** Names of the tax tables used in the check. */
  readonly taxTables: readonly string[];
  /** How many valid lines of a purchase the file has, if more than one. */
  readonly repeated: ReadonlyMap<string, number>;
}

/** What a file is read with. */
export interface StagingOptions {
  readonly provider: Provider;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly layouts: readonly unknown[];
  readonly taxTables: readonly unknown[];
  /** Guards that the sender accepts. */
  readonly accept: readonly string[];
  /** What the sender declares about rows whose equals were removed from this file. */
  readonly declared: DeclaredOccurrences;
}

/** Unlimited: faults of the whole file come after those of its rows. */
const MAX_ISSUES = 1_000_000;

/** Ten times a long row: the serving thread reads rows one by one, and must not be blocked by one. */
const ROW_CHARACTERS = 100_000;
/** Rows per write, and per batch. */
const PART_CHARACTERS = 1_000_000;

type Provider = ProviderLine['provider'];

const describe = ({ issues }: CheckedRow): string =>
  issues
    .map(({ cell, column, fix, message, rule, severity, value }) => {
      // Without a cell of its own, the value names the place: the equal row.
      const place = cell === null && value !== null ? `(${value})` : '';
      const found = [cell, rule, column, message, place].filter(Boolean).join(' ');
      return severity === 'error' ? `${found}. ${fix}` : found;
    })
    .join('; ');

async function* stagedText(
  file: { readonly path: string; readonly name: string },
  { declared, ...checking }: StagingOptions,
  onStaged: (staging: Staging) => void,
): AsyncGenerator<string> {
  const { OccurrenceCounter, purchaseOf, readProviderFile } = await import(
    '@forecourt/core/provider-files'
  );
  const blob = await openAsBlob(file.path);
  const reading = readProviderFile(
    { name: file.name, blob },
    { ...checking, maxIssues: MAX_ISSUES },
  );
  const counter = new OccurrenceCounter();
  const right = new OccurrenceCounter();
  // Rejected rows count, too: when corrected and sent again, they keep their number (TXN-13).
  const numbered = (row: CheckedRow): StagedLine[] => {
    const places = declared(row.sheet, row.row);
    const lines = row.reported.map((line, index) => {
      const key = `${checking.provider}|${purchaseOf(line)}`;
      const own = { occurrence: counter.next(key), occurrences: 0 };
      return { ...line, key, ...(places?.[index] ?? own) };
    });
    if (row.lines.length === 0) return [];
    for (const { key } of lines) right.next(key);
    return lines;
  };
  for await (const batch of reading) {
    let text = '';
    for (const row of batch) {
      if (text.length > PART_CHARACTERS) {
        yield text;
        text = '';
      }
      const { sheet, row: number, cells } = row;
      const lines = numbered(row);
      const staged: StagedRow = { sheet, row: number, cells, lines, message: describe(row) };
      const line = `${JSON.stringify(staged)}\n`;
      if (line.length > ROW_CHARACTERS) {
        const detail = `Row ${number} of sheet ${sheet} holds more than 100,000 characters.`;
        const errors = [{ pointer: '/file', detail }];
        throw new Problem(422, `Nothing was imported: ${detail}`, { errors });
      }
      text += line;
    }
    yield text;
  }
  const { report } = reading;
  // Rules of the whole file; those of rows have already rejected their rows.
  const wrong = report.issues.filter(
    ({ rule, severity }) => rule.startsWith('FILE-') && severity === 'error',
  );
  if (wrong.length > 0) {
    throw new Problem(422, `Nothing was imported: ${wrong[0]?.message}.`, {
      errors: wrong.map(({ rule, message }) => ({
        pointer: '/file',
        detail: `${rule} ${message}`,
      })),
    });
  }
  const repeated = new Map([...right.entries()].filter(([, count]) => count > 1));
  onStaged({
    headers: report.sheets[0]?.headers ?? [],
    rows: report.rows,
    accepted: report.accepted,
    taxTables: report.taxTables.map(({ name }) => name),
    repeated,
  });
}

/**
 * Reads and checks the whole file before any of it is entered, and writes its rows to a file next to it.
 * Throws 422 if it isn't this provider's file or doesn't add up.
 */
export async function stageRows(
  file: { readonly path: string; readonly name: string },
  options: StagingOptions,
  to: string,
): Promise<Staging> {
  let staging: Staging = {
    headers: [],
    rows: 0,
    accepted: [],
    taxTables: [],
    repeated: new Map(),
  };
  const text = stagedText(file, options, (staged) => {
    staging = staged;
  });
  try {
    await pipeline(Readable.from(text), createWriteStream(to));
  } catch (error) {
    if (error instanceof Error && error.name === 'ProviderFileError') {
      const detail = `Nothing was imported: ${error.message}`;
      throw new Problem(422, detail, { errors: [{ pointer: '/file', detail: error.message }] });
    }
    throw error;
  }
  return staging;
}

/** The staged rows in batches, in file order. */
export async function* readStaged(
  path: string,
  { repeated }: Staging,
  size: number,
): AsyncGenerator<StagedRow[]> {
  let batch: StagedRow[] = [];
  let characters = 0;
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const row = JSON.parse(text) as StagedRow & { lines: { occurrences: number }[] };
    // The number of equal lines is known once the whole file was read.
    for (const line of row.lines) line.occurrences ||= repeated.get(line.key) ?? 1;
    batch.push(row);
    characters += text.length;
    if (batch.length < size && characters < PART_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
