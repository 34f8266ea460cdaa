import type { ProviderFile } from '@forecourt/core';
import { detectProviders, detectRateProvider } from '@forecourt/core/provider-files';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { inflate } from '../files/provider-file.ts';

/** What no folder and no option makes a provider's file of; the reader's own words say what to do. */
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

/** The one provider whose layout a file fits. Throws `unrecognised` where there is none or more than one. */
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

/** That a file holds daily rates, which no import takes: `archiveFile` says with which command to upload it. */
export async function rateFile(file: ProviderFile): Promise<CommandError | undefined> {
  const provider = await detectRateProvider(file, { inflate }).catch(() => null);
  if (provider === null) return undefined;
  const message = `These are daily rates of ${provider}, and no transactions.`;
  return new CommandError(EXIT.inputRefused, 'rate_file', message, { rateProvider: provider });
}

/** Quoted for a shell where that is needed. */
const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** How to upload a file of rates from where it lies now. */
export const uploadAdvice = (path: string, provider: string): string =>
  `Upload them: forecourt rates upload ${shellWord(path)} --provider ${provider}`;
