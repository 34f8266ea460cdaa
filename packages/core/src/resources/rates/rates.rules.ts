import { MESSAGES } from '../../messages/messages.ts';
import { listedGuards } from '../../provider-files/rates/listed-guards.ts';
import { RATE_PROVIDERS } from '../../provider-files/types.ts';
import type { UploadDefinition } from '../../resource/form.types.ts';
import { formSection } from '../../resource/form-fields.ts';
import { textIn } from '../../resource/form-values.ts';

const ACCEPT: readonly string[] = ['.xls', '.xlsx'];
const MAX_BYTES = 1_000_000;

/**
 * Uploads a provider's daily rates (RATE-01, RATE-02). A draft's `accept` lists guards, separated by
 * commas.
 */
export const dailyRates: UploadDefinition<'provider' | 'accept'> = {
  action: 'rates.upload',
  label: 'Upload Daily Rates',
  submitLabel: 'Send',
  path: 'upload-daily-rates',
  fields: formSection('', [
    [
      'provider',
      'Fuel Provider',
      'choice',
      {
        required: true,
        requiredText: MESSAGES.rates.providerRequired,
        options: RATE_PROVIDERS.map((provider) => ({ key: provider, value: provider })),
      },
    ],
  ]),
  query: (draft) => [['Type', textIn(draft, 'provider')]],
  also: (draft) => listedGuards(draft.accept).map((rule) => ['accept', rule] as const),
  accept: ACCEPT,
  maxBytes: MAX_BYTES,
  texts: {
    required: MESSAGES.upload.required,
    wrongType: MESSAGES.upload.wrongType(ACCEPT),
    tooLarge: MESSAGES.upload.tooLarge(MAX_BYTES),
    success: MESSAGES.rates.uploaded,
    failure: MESSAGES.rates.uploadFailed,
  },
};
