import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { redact } from '../redact.ts';
import { type Inbox, REJECTED, slashed } from './inbox.ts';
import type { StillRejected } from './night.types.ts';

const SHOWN = 20;

/**
 * Finds what lies in rejected/, whichever night put it there: a later delivery of the same name doesn't replace
 * it. Returns null if nothing does, or if the folder can't be read.
 */
export function stillRejected({ dir }: Inbox): StillRejected | null {
  const folder = join(dir, REJECTED);
  const found = namesIn(folder)
    .sort()
    .flatMap((name) => {
      const facts = statSync(join(folder, name), { throwIfNoEntry: false });
      // Moving a file sets its change time.
      return facts?.isFile() ? [{ name, at: facts.ctimeMs }] : [];
    })
    .sort((one, other) => one.at - other.at);
  const [oldest] = found;
  if (oldest === undefined) return null;
  return {
    files: found.length,
    oldest: new Date(oldest.at).toISOString(),
    names: found.slice(0, SHOWN).map(({ name }) => redact(slashed(name))),
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.endsWith('.report.json') && !/(?:^|[/\\])\./.test(name),
    );
  } catch {
    return [];
  }
}
