import {
  dailyRates,
  type FieldIssue,
  type ProviderFile,
  startWorkflow,
  uploadPorts,
  uploadWorkflow,
} from '@forecourt/core';
import { offlineClient } from '../client/client.ts';
import { CommandError, usageError } from '../command-error.ts';
import { asking } from '../drive/prompts.ts';
import { EXIT } from '../exit-codes.ts';
import type { Work } from '../work.ts';

const PROVIDERS = (
  Array.isArray(dailyRates.fields[0]?.options) ? dailyRates.fields[0].options : []
).map(({ key }) => key);

/** Matches regardless of case: 'esso' is Esso. */
const known = (provided: string): string =>
  PROVIDERS.find((name) => name.toLowerCase() === provided.toLowerCase()) ?? provided;

const refuseFile = ({ code, message }: FieldIssue): CommandError =>
  new CommandError(EXIT.inputRefused, code, message);

/**
 * Returns the provider of the rates from the option, or asks for it once the upload would accept
 * the file (RATE-01): a wrong kind or size has its own message.
 */
export async function rateProvider(work: Work, file: ProviderFile): Promise<string> {
  const ports = uploadPorts(offlineClient(work.settings), dailyRates);
  const run = startWorkflow(uploadWorkflow(ports), { input: {} });
  const answer = (name: 'file' | 'provider', value: unknown) =>
    run.send({ type: 'field.changed', name, value });
  try {
    answer('file', file);
    const needOf = (name: string) => {
      const need = 'needs' in run.view && run.view.needs.find((one) => one.name === name);
      if (need) return need;
      throw new TypeError(`An upload of rates needs no ${name}.`);
    };
    const [wrong] = needOf('file').issues;
    if (wrong) throw refuseFile(wrong);
    const provided = work.options.provider as string | undefined;
    const ask = asking(work);
    const need = needOf('provider');
    if (provided === undefined && !ask) {
      throw usageError(
        `${need.label} is missing: give --provider.`,
        `One of: ${PROVIDERS.join(', ')}.`,
      );
    }
    const provider = known(String(provided ?? (await ask?.(need))));
    answer('provider', provider);
    const [issue] = needOf('provider').issues;
    if (issue)
      throw usageError(`${issue.message} (--provider)`, `One of: ${PROVIDERS.join(', ')}.`);
    return provider;
  } finally {
    run.stop();
  }
}
