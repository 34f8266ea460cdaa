import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';

/** What else the machine was doing when this began. */
const BEFORE = loadavg()[0] ?? 0;

/** What figures depend on, in a line. */
export const machine = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${process.platform} on ${process.arch}, ${availableParallelism()} cores (load ${BEFORE.toFixed(1)} beforehand), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Puts measured text between its two marks in a document; what people wrote around it stays. */
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
