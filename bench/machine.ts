import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';

/** The machine's load at the start. */
const BEFORE = loadavg()[0] ?? 0;

/** Returns one line with what the figures depend on. */
export const machine = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${process.platform} on ${process.arch}, ${availableParallelism()} cores (load ${BEFORE.toFixed(1)} beforehand), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Replaces the text between two marks in a document with measured text. */
export function writeBetweenMarks(path: URL, mark: string, text: string): void {
  const [begin, end] = [`<!-- ${mark}: written by npm run bench -->`, `<!-- /${mark} -->`];
  const document = readFileSync(path, 'utf8');
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for ${mark}.`);
  writeFileSync(
    path,
    `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`,
  );
}
