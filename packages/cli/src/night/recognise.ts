import type { ProviderFile } from '@forecourt/core';
import { detectProviders, detectRateProvider } from '@forecourt/core/provider-files';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { inflate } from '../files/provider-file.ts';

/** Errors that no folder or option can fix; the reader's own message says what to do. */
const HOPELESS: readonly string[] = [
  'damaged_file',
  'empty_file',
  'encrypted_file',
  'too_large',
  'too_many_rows',
  'unsupported_kind',
  'unzip_bomb',
  'web_page',
];

const REMEDY = "Put it into its provider's folder of the inbox, or give --provider.";

/**
 * Returns the one provider whose layout fits a file. Throws `unrecognised` when none fits, or more
 * than one.
 */
export async function recognise(file: ProviderFile, layouts: readonly unknown[]): Promise<string> {
  const options = { inflate, layouts };
  const [provider, ...others] = await detectProviders(file, options).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'ProviderFileError')) throw error;
    const { code } = error as Error & { readonly code: string };
    throw HOPELESS.includes(code)
      ? new CommandError(EXIT.inputRefused, code, error.message)
      : unknown(error.message);
  });
  if (provider === undefined) {
    throw (await rateFile(file)) ?? unknown("No provider's headers were found in it.");
  }
  if (others.length > 0) throw unknown(`It fits ${[provider, ...others].join(' and ')}.`);
  return provider;
}

const unknown = (why: string): CommandError =>
  new CommandError(EXIT.inputRefused, 'unrecognised', `${why} ${REMEDY}`);

/**
 * Returns an error when the file holds daily rates, which can't be imported; `archiveFile` adds the
 * command that uploads it.
 */
export async function rateFile(file: ProviderFile): Promise<CommandError | undefined> {
  const provider = await detectRateProvider(file, { inflate }).catch(() => null);
  if (provider === null) return undefined;
  const message = `These are daily rates of ${provider}, not transactions.`;
  return new CommandError(EXIT.inputRefused, 'rate_file', message, { rateProvider: provider });
}

/** Quotes a word for a shell if needed. */
const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The command that uploads a file of rates from this path. */
export const uploadAdvice = (path: string, provider: string): string =>
  `Upload them: forecourt rates upload ${shellWord(path)} --provider ${provider}`;
