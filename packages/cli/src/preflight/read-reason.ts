import { usageError } from '../command-error.ts';

/** The longest reason that the service records. */
const MAX_REASON = 500;

/**
 * Reads the text of a reason. Throws a usage error for one that is empty or longer than 500 characters, and for one
 * without what it is the reason of: `missing` says that, or is false.
 */
export function readReason(
  provided: unknown,
  { flag, missing }: { readonly flag: string; readonly missing: string | false },
): string | undefined {
  if (provided === undefined) return undefined;
  if (missing !== false) throw usageError(`${flag} ${missing}`);
  const reason = String(provided).trim();
  if (reason !== '' && reason.length <= MAX_REASON) return reason;
  throw usageError(`${flag} takes a text of 1 to ${MAX_REASON} characters.`);
}
