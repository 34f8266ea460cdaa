import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../io/safe-file.ts';
import { redact, redactedJson } from '../redact.ts';
import { DONE, type Inbox, REJECTED, slashed } from './inbox.ts';
import { moveTo } from './move-file.ts';
import type { FileState, NightFile } from './night.types.ts';
import type { Taken } from './take-file.ts';

const PLACES: Partial<Record<FileState, string>> = {
  imported: DONE,
  settled: DONE,
  already_imported: DONE,
  rejected: REJECTED,
};

/**
 * Moves a file out of the inbox once its outcome is known, a rejected one with its reasons beside it.
 * Where that fails the file stays, and the next run moves it.
 */
export async function putAway(inbox: Inbox, taken: Taken): Promise<NightFile> {
  const { arrival, file } = taken;
  const place = PLACES[file.state];
  if (place === undefined) return file;
  try {
    const name = await moveTo(inbox, place, arrival);
    if (place === REJECTED) {
      const path = join(inbox.dir, `${name}.report.json`);
      await writeFile(path, reasonsOf(taken), { mode: PRIVATE_FILE });
    }
    return { ...file, movedTo: redact(slashed(name)) };
  } catch (error) {
    const { code = 'unexpected' } = error as NodeJS.ErrnoException;
    return { ...file, message: `${file.message} It could not be moved to ${place}/ (${code}).` };
  }
}

/** Why a file was rejected: cell by cell, where its check says so; no card number in it. */
function reasonsOf({ end: { error, report }, file }: Taken): string {
  const document = {
    file: file.name,
    provider: file.provider,
    code: error?.code,
    message: file.message,
    rows: report?.rows,
    errors: report?.errors,
    warnings: report?.warnings,
    issues: report?.issues ?? [],
  };
  return `${redactedJson(document, 2)}\n`;
}
