import { type Output, oneLine } from './output.ts';
import type { TableCell } from './table.ts';

/** Name and value pairs, one a line: aligned on a terminal, tab-separated in a pipe. */
export function pairsText(
  output: Output,
  pairs: readonly (readonly [name: string, value: string | TableCell | undefined])[],
): string {
  const width = Math.max(0, ...pairs.map(([name]) => name.length));
  return pairs
    .map(([name, value]) => {
      const { style, text } = typeof value === 'object' ? value : { text: value, style: undefined };
      const shown = output.paint(style, oneLine(text || '-'));
      if (!output.terminal) return `${name}\t${shown}`;
      return `${output.paint('dim', name.padEnd(width))}  ${shown}`;
    })
    .join('\n');
}
