import type { ProviderFileErrorCode } from './types.ts';

/**
 * Thrown for a file that can't be read or isn't what it should be; nothing of it is accepted. The message
 * says what is wrong, where, and what to do, ready for display.
 */
export class ProviderFileError extends Error {
  override readonly name = 'ProviderFileError';
  readonly code: ProviderFileErrorCode;
  readonly file: string;
  readonly sheet: string | null;

  /**
   * @param code what is wrong with the file
   * @param message the same in a sentence
   * @param where the file's and the sheet's name, and the error behind this one
   */
  constructor(
    code: ProviderFileErrorCode,
    message: string,
    where: { readonly file: string; readonly sheet?: string; readonly cause?: unknown },
  ) {
    super(message, where.cause === undefined ? undefined : { cause: where.cause });
    this.code = code;
    this.file = where.file;
    this.sheet = where.sheet ?? null;
  }
}
