import type { ProviderFile } from '@forecourt/core';
import { detectProviders } from '@forecourt/core/provider-files';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { inflate } from '../io/provider-file.ts';

const REMEDY = "Put it into its provider's folder of the inbox, or give --provider.";

/** The one provider whose layout a file fits. Throws `unrecognised` where there is none or more than one. */
export async function recognise(file: ProviderFile): Promise<string> {
  const [provider, ...others] = await detectProviders(file, { inflate });
  if (provider !== undefined && others.length === 0) return provider;
  const message =
    provider === undefined
      ? `No provider's headers were found in it. ${REMEDY}`
      : `It fits ${[provider, ...others].join(' and ')}. ${REMEDY}`;
  throw new CommandError(EXIT.inputRefused, 'unrecognised', message);
}
