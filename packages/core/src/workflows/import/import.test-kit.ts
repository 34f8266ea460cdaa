import { SimulatedClock } from 'xstate';
import type { Outcome } from '../../http/http.types.ts';
import { ApiError, networkError } from '../../http/outcome.ts';
import type { CheckReport, ProviderFile } from '../../provider-files/types.ts';
import { TRANSACTION_PROVIDERS } from '../../provider-files/types.ts';
import { FULL_ACCESS } from '../../testing/fixtures.ts';
import { recordViews } from '../../testing/record-views.ts';
import { scripted, settled } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type {
  ImportAnswerName,
  ImportInput,
  ImportPorts,
  ImportRecord,
  ImportView,
  JournalEntry,
  SentImport,
} from './import.types.ts';
import { importWorkflow } from './import.workflow.ts';

export const SHA = 'ab'.repeat(32);

export const reportOf = (change: Partial<CheckReport> = {}): CheckReport => ({
  file: 'esso.xlsx',
  provider: 'ESSO',
  kind: 'xlsx',
  ok: true,
  sheets: [{ name: 'Sheet1', headerRow: 1, headers: [], rows: 3, totalRows: [] }],
  rows: 3,
  acceptedRows: 3,
  lines: 3,
  errors: 0,
  warnings: 0,
  issues: [],
  totals: [],
  days: { from: '2026-10-01', to: '2026-10-02' },
  accepted: [],
  guards: [],
  taxTables: [],
  ...change,
});

/** A record of an import as `find` returns it. */
export const recordOf = (key: string, change: Partial<ImportRecord> = {}): ImportRecord => ({
  id: '7',
  key,
  provider: 'ESSO',
  fileName: 'esso.xlsx',
  sha256: SHA,
  state: 'done',
  imported: 3,
  duplicates: 0,
  rejected: 0,
  ...change,
});

export const sentOf = (key: string, change: Partial<SentImport> = {}): SentImport => ({
  record: recordOf(key),
  result: { name: 'result.csv', location: '/out/result.csv', bytes: 90 },
  replayed: false,
  ...change,
});

export const fileNamed = (name: string): ProviderFile => ({ name, blob: new Blob(['rows']) });

/** Starts an import on a fake clock with ports that the test answers. */
export function startImport(
  input: Partial<ImportInput> = {},
  {
    access = () => FULL_ACCESS,
    record,
    ...more
  }: Partial<Pick<ImportPorts, 'access' | 'correct' | 'recognise' | 'record'>> = {},
) {
  const check = scripted<Parameters<ImportPorts['check']>, CheckReport>();
  const find = scripted<Parameters<ImportPorts['find']>, ImportRecord | undefined>();
  const send = scripted<Parameters<ImportPorts['send']>, SentImport>();
  const journal: string[] = [];
  const entries: JournalEntry[] = [];
  const clock = new SimulatedClock();
  let nonces = 0;
  const workflow = importWorkflow({
    ...more,
    access,
    check: check.port,
    digest: async () => SHA,
    account: () => '10',
    find: find.port,
    record:
      record ??
      (async (entry) => {
        journal.push(entry.state);
        entries.push(entry);
      }),
    send: send.port,
    nonce: () => {
      nonces += 1;
      return `nonce-${nonces}`;
    },
  });
  const run = startWorkflow(workflow, {
    input: {
      providers: TRANSACTION_PROVIDERS.map((key) => ({ key, value: key })),
      texts: {
        success: 'Import transactions successfully!',
        failure: 'Error while Importing transactions.',
      },
      ...input,
    },
    clock,
  });
  const { views } = recordViews(run);
  const answer = (name: ImportAnswerName, value: unknown) =>
    run.send({ type: 'field.changed', name, value });
  const choose = (provider = 'ESSO') => {
    answer('provider', provider);
    answer('file', fileNamed('esso.xlsx'));
  };
  const submit = (): Promise<void> => {
    run.send({ type: 'submit' });
    return settled();
  };
  return { run, views, check, find, send, journal, entries, clock, answer, choose, submit };
}

export type StartedImport = ReturnType<typeof startImport>;

/** Advances an unattended import until the file is being sent. */
export async function untilSending(started: StartedImport, known?: ImportRecord): Promise<string> {
  started.choose();
  await started.submit();
  await started.check.last().resolve(reportOf());
  await started.find.last().resolve(known);
  return started.send.last().args[0].key;
}

export const unattended = (): StartedImport => startImport({ unattended: true });

/** A broken connection; by default with an unknown outcome. */
export const lost = (outcome: Outcome = 'unknown') =>
  networkError({ operation: 'transactions.import', outcome }, 'socket hang up');

/** The service refused the call. */
export const refusal = (status: number) =>
  new ApiError({
    kind: 'http',
    operation: 'transactions.import',
    code: `http_${status}`,
    message: 'Refused',
    status,
    outcome: 'none',
  });

/**
 * Answers up to `times` further requests for the outcome in the same way, advancing the clock between them.
 */
export async function asked({ find, clock }: StartedImport, times: number, answer: () => unknown) {
  for (let time = 0; time < times; time += 1) {
    const open = find.calls.length;
    const received = answer();
    if (received instanceof Error) await find.last().reject(received);
    else await find.last().resolve(received as never);
    clock.increment(5000);
    await settled();
    if (find.calls.length === open) return;
  }
}

/** Returns steps and final states in order, without repetitions. */
export const stepsOf = (views: readonly ImportView[]): string[] =>
  views
    .map((view) => (view.status === 'pending' ? view.step : view.status))
    .filter((step, index, all) => step !== all[index - 1]);
