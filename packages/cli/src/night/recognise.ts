import type { ProviderFile } from '@forecourt/core';
import { detectProviders } from '@forecourt/core/provider-files';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { inflate } from '../io/provider-file.ts';

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
  if (provider === undefined) throw unknown("No provider's headers were found in it.");
  if (others.length > 0) throw unknown(`It fits ${[provider, ...others].join(' and ')}.`);
  return provider;
}

const unknown = (why: string): CommandError =>
  new CommandError(EXIT.inputRefused, 'unrecognised', `${why} ${REMEDY}`);
