import { join } from 'node:path';
import { EXIT } from '../exit-codes.ts';
import { whyOf } from '../output/failures.ts';
import { redact, redactedJson } from '../redact.ts';
import type { Taken } from './import-inbox-file.ts';
import { DONE, type Inbox, REJECTED, SET_ASIDE, slashed } from './inbox.ts';
import { moveTo } from './move-file.ts';
import type { FileState, NightFile } from './night.types.ts';
import { uploadAdvice } from './recognise.ts';

const FOLDERS: Partial<Record<FileState, string>> = {
  imported: DONE,
  settled: DONE,
  already_imported: DONE,
  rejected: REJECTED,
  set_aside: SET_ASIDE,
};

/**
 * Moves a file out of the inbox once its outcome is known; a rejected one gets a report beside it.
 * If the move fails, the file stays and the next run moves it.
 */
export async function archiveFile(inbox: Inbox, taken: Taken): Promise<NightFile> {
  const { arrival, file } = taken;
  const folder = FOLDERS[file.state];
  if (folder === undefined) return file;
  try {
    const reasons = (target: string) => reasonsOf(taken, messageAt(taken, target));
    const name = await moveTo(inbox, folder, arrival, folder === DONE ? undefined : reasons);
    const message = messageAt(taken, join(inbox.dir, name));
    return { ...file, message, movedTo: redact(slashed(name)) };
  } catch (error) {
    const message = `${file.message} It could not be moved to ${folder}/: ${whyOf(error)}`;
    // Exits with an error so that somebody looks: the file would stay in the inbox every night.
    return { ...file, message, exitCode: file.exitCode || EXIT.unexpected };
  }
}

/** Adds the upload command, with the new path, to the message of a file of rates. */
function messageAt({ end: { error }, file }: Taken, path: string): string {
  const { rateProvider } = error?.particulars ?? {};
  if (rateProvider === undefined) return file.message;
  return `${file.message} ${redact(uploadAdvice(path, rateProvider))}`;
}

/** Why a file was rejected, cell by cell if its check says so; card numbers are masked. */
function reasonsOf({ end: { error, report }, file }: Taken, message: string): string {
  const document = {
    file: file.name,
    provider: file.provider,
    code: error?.code,
    message,
    rows: report?.rows,
    errors: report?.errors,
    warnings: report?.warnings,
    issues: report?.issues ?? [],
  };
  return `${redactedJson(document, 2)}\n`;
}
