import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CheckedRow, ProviderLine } from '@forecourt/core/provider-files';
import { Problem } from '../http/problem.ts';
import type { DeclaredOccurrences } from './declared-occurrences.ts';

/** A line with its place among equal lines of the file (TXN-13). */
export interface StagedLine extends ProviderLine {
  /** Which purchase it is, without its occurrence. */
  readonly key: string;
  /** 1 for the first of equal lines. */
  readonly occurrence: number;
  /** How many equal lines are known to be right, by this file and those it was taken out of. */
  readonly occurrences: number;
}

/** A checked row of the file. */
export interface StagedRow {
  readonly sheet: string;
  readonly row: number;
  readonly cells: readonly string[];
  readonly lines: readonly StagedLine[];
  /** What the check said about it, errors or warnings. */
  readonly message: string;
}

export interface Staging {
  readonly headers: readonly string[];
  readonly rows: number;
  /** Guards that the file breaks and that were accepted (TXN-15). */
  readonly accepted: readonly string[];
  /** Names of the tax tables it was checked by. */
  readonly taxTables: readonly string[];
  /** How many right lines of a purchase the file has, where there is more than one. */
  readonly repeated: ReadonlyMap<string, number>;
}

/** What a file is read with. */
export interface StagingOptions {
  readonly provider: Provider;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly layouts: readonly unknown[];
  readonly taxTables: readonly unknown[];
  /** Guards that the sender says were looked at and accepted. */
  readonly accept: readonly string[];
  /** What the sender says of rows whose equals were taken out of this file. */
  readonly reported: DeclaredOccurrences;
}

/** All of them: what is wrong with the file as a whole comes after what is wrong with its rows. */
const MAX_ISSUES = 1_000_000;

/** Ten times a long row; whoever serves reads rows one by one, and should never read long. */
const ROW_CHARACTERS = 100_000;
/** Rows of one write, and of one batch. */
const PART_CHARACTERS = 1_000_000;

type Provider = ProviderLine['provider'];

const describe = ({ issues }: CheckedRow): string =>
  issues
    .map(({ cell, column, message, rule, value }) => {
      // What has no cell of its own names its place in the value: the row's twin.
      const place = cell === null && value !== null ? `(${value})` : '';
      return [cell, rule, column, message, place].filter(Boolean).join(' ');
    })
    .join('; ');

async function* stagedText(
  file: { readonly path: string; readonly name: string },
  { reported, ...checking }: StagingOptions,
  notify: (staging: Staging) => void,
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
  // Rows that are refused count too: mended, they come again with the number they have now (TXN-13).
  const numbered = (row: CheckedRow): StagedLine[] => {
    const places = reported(row.sheet, row.row);
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
  // Rules of the file as a whole; those of rows have refused their rows already.
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
  notify({
    headers: report.sheets[0]?.headers ?? [],
    rows: report.rows,
    accepted: report.accepted,
    taxTables: report.taxTables.map(({ name }) => name),
    repeated,
  });
}

/**
 * Reads and checks the whole file before anything of it is entered, into a file of its rows beside it.
 * Throws 422 when it is not this provider's file or does not add up.
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
  const text = stagedText(file, options, (reported) => {
    staging = reported;
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
    // How many equals a line has is known once the whole file was read.
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
