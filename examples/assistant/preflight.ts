import { readFile, realpath } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import {
  type CheckReport,
  type ImportView,
  importPorts,
  importWorkflow,
  type ProviderFile,
  startWorkflow,
  TRANSACTION_PROVIDERS,
  transactions,
} from '@forecourt/core';
import { checkProviderFile } from '@forecourt/core/provider-files';
import { failureText } from './failure-text.ts';
import type { Office } from './office.ts';
import { permitted } from './reads.ts';
import { type Answer, type Args, type Params, Refusal, type Tool, type Turn } from './tool.ts';

type Provider = (typeof TRANSACTION_PROVIDERS)[number];

const MAX_BYTES = 50_000_000;
const MAX_ISSUES = 50;

/** Opens a file of the folder that the server was started with; no name leads out of it. */
async function fileIn({ files }: Office, name: string): Promise<ProviderFile> {
  if (files === undefined) {
    throw new Refusal('This server was started without a folder of files: start it with --files.');
  }
  const folder = await realpath(files);
  const path = await realpath(join(folder, name)).catch(() => undefined);
  if (path === undefined || !path.startsWith(folder + sep)) {
    throw new Refusal(`There is no file '${name.slice(0, 60)}' in the folder of files.`);
  }
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`The file can't be read (${error.code}).`);
  });
  if (bytes.length > MAX_BYTES) throw new Refusal(`A file has at most ${MAX_BYTES} bytes.`);
  return { name: basename(path), blob: new Blob([bytes]) };
}

const PARAMS: Params = {
  file: { type: 'string', required: true, description: 'Name of a file in the folder of files' },
  provider: {
    type: 'string',
    required: true,
    description: 'Whose layout the file has',
    enum: TRANSACTION_PROVIDERS,
  },
};

/** Checks the file and, unless that is all, imports it: the same content only once, whoever sends it. */
async function runImport(
  office: Office,
  file: ProviderFile,
  { dryRun, provider }: { readonly dryRun: boolean; readonly provider: string },
): Promise<ImportView> {
  const ports = importPorts(office.client, {
    check: (checked, of, { onProgress, signal }) =>
      checkProviderFile(checked, {
        provider: of as Provider,
        today: new Date().toISOString().slice(0, 10),
        signal,
        onProgress: ({ rows }) => onProgress(rows),
      }),
    // The service keeps it too; the portal and the command line offer it.
    keep: async ({ body, fileName }) => {
      const { byteLength } = await new Response(body).arrayBuffer();
      return { name: fileName ?? 'result.csv', location: 'kept by the service', bytes: byteLength };
    },
  });
  const texts = transactions.import?.texts ?? { success: '', failure: '' };
  const providers = TRANSACTION_PROVIDERS.map((key) => ({ key, value: key }));
  const run = startWorkflow(importWorkflow(ports), {
    input: { providers, dryRun, unattended: true, texts },
  });
  run.send({ type: 'field.changed', name: 'provider', value: provider });
  run.send({ type: 'field.changed', name: 'file', value: file });
  run.send({ type: 'submit' });
  const view = await run.until((one) => one.status !== 'pending' || !one.busy);
  run.stop();
  return view;
}

const issuesOf = ({ issues }: CheckReport) =>
  issues.slice(0, MAX_ISSUES).map((issue) => ({ ...issue }));

const factsOf = (file: ProviderFile, provider: string, report: CheckReport) => [
  `File: ${file.name} (${file.blob.size} bytes)`,
  `Provider: ${provider}`,
  `Rows: ${report.rows}, of which ${report.acceptedRows} pass the check`,
  ...report.totals.map(({ amount, currency }) => `Total: ${amount} ${currency}`),
];

const refusedCheck = (view: ImportView): Refusal | undefined => {
  if (view.status === 'failed') return new Refusal(failureText(view.error));
  if (view.status === 'done') return undefined;
  const { report } = view.data;
  const [first] = report?.issues ?? [];
  const { submit } = view.commands;
  const why = submit.allowed ? 'The file was not sent.' : submit.reason.message;
  return new Refusal(
    [why, first?.message, 'Nothing was entered. check_import lists all findings.']
      .filter(Boolean)
      .join(' '),
  );
};

export const checkImport: Tool = {
  name: 'check_import',
  title: 'Check a provider’s file',
  description: 'Checks a file of fuel transactions cell by cell. Sends nothing.',
  params: PARAMS,
  async run({ file: name, provider }, { office }): Promise<Answer> {
    const file = await fileIn(office, String(name));
    const view = await runImport(office, file, { dryRun: true, provider: String(provider) });
    const { report } = view.data;
    if (report === undefined) throw refusedCheck(view) ?? new Refusal('It could not be checked.');
    const found = report.issues.length;
    return {
      said: `${report.acceptedRows} of ${report.rows} rows pass; ${found} findings${found > MAX_ISSUES ? `, of which the first ${MAX_ISSUES} follow` : ''}. Nothing was sent.`,
      data: { totals: report.totals, issues: issuesOf(report) },
    };
  },
};

async function importFile(args: Args, { asker, office, signal }: Turn): Promise<Answer> {
  await permitted(office, 'transactions.import');
  const provider = String(args.provider);
  const file = await fileIn(office, String(args.file));
  return office.inTurn('import_transactions', async () => {
    const checked = await runImport(office, file, { dryRun: true, provider });
    const { report } = checked.data;
    if (checked.status !== 'done' || report === undefined) {
      throw refusedCheck(checked) ?? new Refusal('It could not be checked.');
    }
    await asker.toConfirm('Import transactions', factsOf(file, provider, report));
    if (signal.aborted) throw new Refusal('The call was cancelled; nothing was done.');
    const view = await runImport(office, file, { dryRun: false, provider });
    if (view.status !== 'done') throw refusedCheck(view) ?? new Refusal('It was not sent.');
    const { message, reason, record } = view.output;
    const again = reason === 'already_imported' ? 'This content was imported before; ' : '';
    return {
      said: `${again}${message}`,
      data: { reason, imported: record?.imported, rejected: record?.rejected, id: record?.id },
    };
  });
}

export const importTransactions: Tool = {
  name: 'import_transactions',
  title: 'Import a provider’s file',
  description:
    'Checks a file and enters its transactions. A person confirms it first. The same content is entered only once, so after a lost answer just call it again.',
  params: PARAMS,
  changes: true,
  run: importFile,
};
