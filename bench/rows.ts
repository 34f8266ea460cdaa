import { readdirSync } from 'node:fs';
import type { Row } from './row.ts';

const FOLDER = new URL('rows/', import.meta.url);

/** Every row, subject by subject: a file of `rows/` gives its own as `rows`. */
export async function allRows(): Promise<readonly Row[]> {
  const files = readdirSync(FOLDER).sort();
  const subjects: { rows: readonly Row[] }[] = await Promise.all(
    files.map((file) => import(new URL(file, FOLDER).href)),
  );
  return subjects.flatMap(({ rows }) => rows);
}
