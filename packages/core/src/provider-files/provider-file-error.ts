import type { ProviderFileErrorCode } from './types.ts';

/**
 * A file that cannot be read or is not what it should be; nothing of it was taken.
 * The message says what, where and what to do, ready to show to a person.
 */
export class ProviderFileError extends Error {
  override readonly name = 'ProviderFileError';
  readonly code: ProviderFileErrorCode;
  readonly file: string;
  readonly sheet: string | null;

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
