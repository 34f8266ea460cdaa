import { type Output, oneLine } from './output.ts';

/** Name and value pairs, one a line: aligned on a terminal, tab-separated in a pipe. */
export function pairsText(
  output: Output,
  pairs: readonly (readonly [name: string, value: string | undefined])[],
): string {
  const width = Math.max(0, ...pairs.map(([name]) => name.length));
  return pairs
    .map(([name, value]) => {
      const shown = oneLine(value || '-');
      if (!output.terminal) return `${name}\t${shown}`;
      return `${output.paint('dim', name.padEnd(width))}  ${shown}`;
    })
    .join('\n');
}
