import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CheckedRow, ProviderLine } from '@forecourt/core/provider-files';
import { Problem } from '../http/problem.ts';

/** A line with its place among equal lines of the file (TXN-13). */
export interface StagedLine extends ProviderLine {
  /** Which purchase it is, without its occurrence. */
  readonly key: string;
  /** 1 for the first of equal lines. */
  readonly occurrence: number;
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
}

/** All of them: what is wrong with the file as a whole comes after what is wrong with its rows. */
const MAX_ISSUES = 1_000_000;

type Provider = ProviderLine['provider'];

const describe = ({ issues }: CheckedRow): string =>
  issues
    .map((issue) => [issue.cell, issue.rule, issue.column, issue.message].filter(Boolean).join(' '))
    .join('; ');

async function* stagedText(
  file: { readonly path: string; readonly name: string },
  provider: Provider,
  today: string,
  tell: (staging: Staging) => void,
): AsyncGenerator<string> {
  const { countOccurrences, readProviderFile } = await import('@forecourt/core/provider-files');
  const blob = await openAsBlob(file.path);
  const reading = readProviderFile(
    { name: file.name, blob },
    { provider, today, maxIssues: MAX_ISSUES },
  );
  const counters = new Map<string, ReturnType<typeof countOccurrences>>();
  const numbered = (line: ProviderLine): StagedLine => {
    let count = counters.get(line.account);
    if (!count) {
      count = countOccurrences();
      counters.set(line.account, count);
    }
    const { identity, occurrence } = count(line);
    const key = `${provider}|${encodeURIComponent(line.account)}|${identity}`;
    return { ...line, key, occurrence };
  };
  for await (const batch of reading) {
    let text = '';
    for (const row of batch) {
      const { sheet, row: number, cells } = row;
      const lines = row.lines.map(numbered);
      const staged: StagedRow = { sheet, row: number, cells, lines, message: describe(row) };
      text += `${JSON.stringify(staged)}\n`;
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
  tell({ headers: report.sheets[0]?.headers ?? [], rows: report.rows });
}

/**
 * Reads and checks the whole file before anything of it is entered, into a file of its rows beside it.
 * Throws 422 when it is not this provider's file or does not add up.
 */
export async function stageRows(
  file: { readonly path: string; readonly name: string },
  provider: Provider,
  today: string,
  to: string,
): Promise<Staging> {
  let staging: Staging = { headers: [], rows: 0 };
  const text = stagedText(file, provider, today, (told) => {
    staging = told;
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
export async function* readStaged(path: string, size: number): AsyncGenerator<StagedRow[]> {
  let batch: StagedRow[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    batch.push(JSON.parse(line) as StagedRow);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
