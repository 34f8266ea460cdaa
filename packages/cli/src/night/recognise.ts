import type { ProviderFile } from '@forecourt/core';
import { detectProviders } from '@forecourt/core/provider-files';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { inflate } from '../io/provider-file.ts';

const REMEDY = "Put it into its provider's folder of the inbox, or give --provider.";

/** The one provider whose layout a file fits. Throws `unrecognised` where there is none or more than one. */
export async function recognise(file: ProviderFile, layouts: readonly unknown[]): Promise<string> {
  const options = { inflate, layouts };
  const [provider, ...others] = await detectProviders(file, options).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'ProviderFileError') throw unknown(error.message);
    throw error;
  });
  if (provider === undefined) throw unknown("No provider's headers were found in it.");
  if (others.length > 0) throw unknown(`It fits ${[provider, ...others].join(' and ')}.`);
  return provider;
}

const unknown = (why: string): CommandError =>
  new CommandError(EXIT.inputRefused, 'unrecognised', `${why} ${REMEDY}`);
