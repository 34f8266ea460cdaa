import { requireText } from '../http/require-text.ts';
import type { ProviderFile } from './types.ts';

/** Throws a TypeError for what is no file, as a caller without types may pass it: a path, or bytes without a name. */
export function requireFile(file: ProviderFile): void {
  if (typeof file?.name === 'string' && typeof file.blob?.size === 'number') return;
  throw new TypeError('A file is { name, blob }: its name as text, and its content as a Blob.');
}

/** Throws a TypeError for options that name no provider. */
export const requireProvider = (options: { readonly provider: string }): void =>
  requireText(options?.provider, 'The provider in the options, { provider },');
