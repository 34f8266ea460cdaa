import { usageError } from '../command-error.ts';
import type { Runtime } from '../runtime.ts';

/** FORECOURT_TOKEN as a complete header value, with or without 'Bearer ' (AUTH-10). */
export function tokenOf({ env }: Runtime): string | undefined {
  const token = env.FORECOURT_TOKEN?.trim();
  if (!token) return undefined;
  if (!/^[\x21-\x7e]+(?: [\x21-\x7e]+)?$/.test(token)) {
    throw usageError(
      'FORECOURT_TOKEN may only have ASCII characters, without spaces or line breaks.',
    );
  }
  return /^bearer /i.test(token) ? token : `Bearer ${token}`;
}
