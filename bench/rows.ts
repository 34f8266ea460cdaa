import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { Row } from './row.ts';

const FOLDER = new URL('rows/', import.meta.url);

const subjectOf = (file: string): string => {
  const words = basename(file, '.ts').replaceAll('-', ' ');
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
};

/** All rows by subject: each file of `rows/` exports its own as `rows`. */
export async function allRows(): Promise<readonly (Row & { readonly subject: string })[]> {
  const files = readdirSync(FOLDER).sort();
  const subjects = await Promise.all(
    files.map(async (file) => {
      const { rows }: { rows: readonly Row[] } = await import(new URL(file, FOLDER).href);
      return rows.map((row) => ({ ...row, subject: subjectOf(file) }));
    }),
  );
  return subjects.flat();
}
