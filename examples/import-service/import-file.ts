import {
  type Client,
  type Download,
  importPorts,
  importWorkflow,
  MESSAGES,
  type Need,
  type ProviderFile,
  type SavedFile,
  startWorkflow,
  TRANSACTION_PROVIDERS,
} from '@forecourt/core';
import { checkProviderFile } from '@forecourt/core/provider-files';

const PROVIDERS = TRANSACTION_PROVIDERS.map((key) => ({ key, value: key }));
const TEXTS = {
  success: MESSAGES.transactions.imported,
  failure: MESSAGES.transactions.importFailed,
};

/** The outcome of a file, as this service returns it. */
export interface Answer {
  readonly status: number;
  readonly message: string;
  readonly [more: string]: unknown;
}

/** The result file stays in memory here; a real service would store it. */
async function keep({ body, fileName }: Download): Promise<SavedFile> {
  const text = await new Response(body).text();
  return { name: fileName ?? 'result.csv', location: text, bytes: text.length };
}

const flow = (client: Client) =>
  importWorkflow(
    importPorts(client, {
      check: (file, provider, { signal, onProgress }) =>
        checkProviderFile(file, {
          provider: provider as (typeof TRANSACTION_PROVIDERS)[number],
          today: new Date().toISOString().slice(0, 10),
          signal,
          onProgress: ({ rows }) => onProgress(rows),
        }),
      keep,
    }),
  );

/**
 * Runs the import as far as possible without a person. It sends no file that fails its check, and the same file only
 * once. After a lost answer it asks the service for the outcome, and answers 503 if that is not known yet.
 */
export async function importFile(
  client: Client,
  file: ProviderFile,
  provider: string,
): Promise<Answer> {
  const run = startWorkflow(flow(client), {
    input: { providers: PROVIDERS, unattended: true, texts: TEXTS },
  });
  run.send({ type: 'field.changed', name: 'provider', value: provider });
  run.send({ type: 'field.changed', name: 'file', value: file });
  run.send({ type: 'submit' });
  const view = await run.until(
    ({ status, ...rest }) => status !== 'pending' || !('busy' in rest && rest.busy),
  );
  run.stop();
  const { report } = view.data;
  if (view.status === 'done') {
    const { message, reason, record } = view.output;
    return { status: 200, message, reason, record };
  }
  if (view.status === 'failed') {
    const { message, outcome, detail } = view.error;
    return { status: outcome === 'unknown' ? 503 : 502, message, detail, outcome };
  }
  const { submit } = view.commands;
  const message = submit.allowed ? 'The file was not sent.' : submit.reason.message;
  return {
    status: 422,
    message,
    issues: report?.issues ?? ('needs' in view ? faultsOf(view.needs) : []),
  };
}

/** Returns the errors of an input that did not reach the check. */
const faultsOf = (needs: readonly Need[]) =>
  needs.flatMap(({ name, issues }) => issues.map(({ message }) => ({ name, message })));
