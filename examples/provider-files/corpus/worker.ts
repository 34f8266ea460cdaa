/** Reads files that its parent names, one after the other: by our readers, then by SheetJS. */
import { compare } from './compare.ts';
import type { Compared, Said } from './findings.ts';
import { readBySheetJs } from './read-by-sheetjs.ts';
import { type ReadSheet, readOurs } from './read-ours.ts';

const say = (said: Said) => process.send?.(said);

function compared(path: string, kind: string, sheets: readonly ReadSheet[]): Compared {
  try {
    return compare(sheets, readBySheetJs(path, kind));
  } catch (error) {
    return { uncompared: `SheetJS: ${error instanceof Error ? error.message : String(error)}` };
  }
}

process.on('message', async (path: string) => {
  const { ours, sheets, kind } = await readOurs(path);
  say({ ours });
  if (ours.outcome === 'accepted') say({ compared: compared(path, kind, sheets) });
});
