import { createReadStream, openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { CheckedRow, ProviderLine } from '@forecourt/core/provider-files';
import { Problem } from '../http/problem.ts';
import type { DeclaredOccurrences } from './declared-occurrences.ts';
import { StagingProgress } from './staging-progress.ts';

/** A line with its position among equal lines of the file (TXN-13). */
export interface StagedLine extends ProviderLine {
  /** Identifies the purchase, without its occurrence. */
  readonly key: string;
  /** 1 for the first of equal lines. */
  readonly occurrence: number;
  /**
   * How many equal lines are known to be valid, from this file and the one that it was taken from; 0 until the whole
   * file was read, see `StagedFile.count`.
   */
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

/** Whole lines of JSON, one for each of the rows. */
interface StagedPart {
  readonly text: string;
  readonly rows: number;
}

async function* stagedText(
  file: { readonly path: string; readonly name: string },
  { declared, ...checking }: StagingOptions,
  onStaged: (staging: Staging) => void,
): AsyncGenerator<StagedPart> {
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
    let part = { text: '', rows: 0 };
    for (const row of batch) {
      if (part.text.length > PART_CHARACTERS) {
        yield part;
        part = { text: '', rows: 0 };
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
      part.text += line;
      part.rows += 1;
    }
    yield part;
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

/** Writes the rows as they are read, and after them what is known about the file once all of it was read. */
async function writeStaged(
  text: AsyncGenerator<StagedPart>,
  to: string,
  progress: StagingProgress,
  stagingOf: () => Staging,
): Promise<void> {
  const file = await open(to, 'w');
  try {
    for await (const { rows, text: part } of text) {
      await file.appendFile(part);
      progress.advance(Buffer.byteLength(part), rows);
    }
    const staging = stagingOf();
    await file.appendFile(JSON.stringify({ ...staging, repeated: [...staging.repeated] }));
  } finally {
    await file.close();
  }
}

/**
 * Reads and checks the whole file, and writes its rows to a file next to it, from which they can be entered meanwhile.
 * Throws 422 if it isn't this provider's file or doesn't add up.
 */
export async function stageRows(
  file: { readonly path: string; readonly name: string },
  options: StagingOptions,
  to: string,
  progress: StagingProgress,
): Promise<void> {
  let staging: Staging | undefined;
  const text = stagedText(file, options, (staged) => {
    staging = staged;
  });
  try {
    await writeStaged(text, to, progress, () => staging as Staging);
    progress.end('done');
  } catch (error) {
    progress.end('failed');
    if (error instanceof Error && error.name === 'ProviderFileError') {
      const detail = `Nothing was imported: ${error.message}`;
      throw new Problem(422, detail, { errors: [{ pointer: '/file', detail: error.message }] });
    }
    throw error;
  }
}

/** How long the entry of an import waits for its next rows while others wait for the entry. */
const PATIENCE_MS = 2_000;

/** Codes of errors that end the entry of a file that is still being read. */
const READING_FAILED = 'READING_FAILED';
export const READING_SLOW = 'READING_SLOW';

/** The staged rows of a file, while it is read or after it. */
export class StagedFile {
  readonly #path: string;
  readonly #progress: StagingProgress;
  #staging: Promise<Staging> | undefined;

  constructor({ path, progress }: { readonly path: string; readonly progress: SharedArrayBuffer }) {
    this.#path = path;
    this.#progress = new StagingProgress(progress);
  }

  /** Batches in file order. Throws an error with a code if the reading fails or is too slow. */
  async *batches(size: number): AsyncGenerator<StagedRow[]> {
    let batch: StagedRow[] = [];
    let characters = 0;
    for await (const text of this.#lines()) {
      batch.push(JSON.parse(text) as StagedRow);
      characters += text.length;
      if (batch.length < size && characters < PART_CHARACTERS) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
    if (batch.length > 0) yield batch;
  }

  /** Returns what is known about the file once all of it was read. */
  staging(): Promise<Staging> {
    this.#staging ??= this.#readStaging();
    return this.#staging;
  }

  /** Sets how many equal lines the file has: known only once all of it was read. */
  async count(lines: readonly StagedLine[]): Promise<void> {
    const { repeated } = await this.staging();
    for (const line of lines as (StagedLine & { occurrences: number })[]) {
      line.occurrences ||= repeated.get(line.key) ?? 1;
    }
  }

  async *#lines(): AsyncGenerator<string> {
    let start = 0;
    while (await this.#reaches(start)) {
      const end = this.#progress.bytes;
      const input = createReadStream(this.#path, { start, end: end - 1 });
      yield* createInterface({ input });
      start = end;
    }
  }

  /** Waits for rows after the first `bytes`. Returns false if there are none. */
  async #reaches(bytes: number): Promise<boolean> {
    await this.#wait(() => this.#progress.bytes > bytes);
    return this.#progress.bytes > bytes;
  }

  async #wait(enough: () => boolean): Promise<void> {
    const slow = await this.#progress.wait(enough, PATIENCE_MS);
    if (slow)
      throw Object.assign(new Error('The file is read too slowly.'), { code: READING_SLOW });
    if (this.#progress.state === 'failed') {
      throw Object.assign(new Error('The file can’t be read.'), { code: READING_FAILED });
    }
  }

  async #readStaging(): Promise<Staging> {
    await this.#wait(() => false);
    const input = createReadStream(this.#path, { start: this.#progress.bytes });
    const { repeated, ...staging } = JSON.parse(await text(input)) as Omit<Staging, 'repeated'> & {
      readonly repeated: readonly (readonly [string, number])[];
    };
    return { ...staging, repeated: new Map(repeated) };
  }
}
