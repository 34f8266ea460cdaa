// Digest and check of a large file, run by the import's machine ('machine'; 'journal': with the command line's
// claim and journal on disk; 'recorded': with a flight recorder; 'beside': with one that records another run), or
// directly one after the other ('plain'). With 'processor', processor time instead of time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ImportPorts,
  type ImportRecord,
  importWorkflow,
  type ProviderFile,
  startWorkflow,
  toMenuAccess,
} from '@forecourt/core';
import { checkProviderFile } from '@forecourt/core/provider-files';
import { record as recordRun, startRecording } from '@forecourt/core/recorder';
import { digest, inflate, openProviderFile } from '../../packages/cli/src/files/provider-file.ts';
import { openJournal } from '../../packages/cli/src/journal/journal.ts';
import { reportResult } from './report-result.ts';

const [, , path = '', way, clock] = process.argv;
const file = await openProviderFile(path);
const never = new AbortController().signal;

const check: ImportPorts['check'] = (provided, provider, tools) =>
  checkProviderFile(provided, { provider, today: '2026-11-20', inflate, ...tools } as never);

const record: ImportRecord = {
  id: '1',
  key: 'key',
  provider: 'Pipeline',
  fileName: file.name,
  sha256: '',
  state: 'done',
  imported: 1,
  duplicates: 0,
  rejected: 0,
};

const ports: ImportPorts = {
  access: () =>
    toMenuAccess([{ code: 'FT', read: true, create: true, update: true, delete: true }]),
  check,
  digest: (provided: ProviderFile, signal: AbortSignal) => digest(provided, signal),
  account: () => 'bench',
  find: async () => undefined,
  record: async () => undefined,
  send: async ({ key, sha256 }) => ({
    record: { ...record, key, sha256 },
    result: undefined,
    replayed: false,
  }),
  nonce: () => 'nonce',
};

/** The command line's journal, in its own folder. */
function withJournal(): ImportPorts & { readonly leave: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'forecourt-bench-'));
  const settings = { paths: { journal: dir }, baseUrl: { value: 'https://bench.example/api/v1' } };
  const journal = openJournal(settings, 'bench');
  return {
    ...ports,
    leave: () => rmSync(dir, { recursive: true, force: true }),
    find: async (key) => {
      await journal.take(key);
      await journal.find(key);
      return undefined;
    },
    record: journal.record,
    send: async (request, tools) => {
      const sent = await ports.send(request, tools);
      await tools.onAnswer?.(sent.record);
      return sent;
    },
  };
}

async function byMachine(used: ImportPorts): Promise<number> {
  const run = startWorkflow(importWorkflow(used), {
    input: {
      providers: [{ key: 'Pipeline', value: 'Pipeline' }],
      provider: 'Pipeline',
      unattended: true,
      texts: { success: 'done', failure: 'failed' },
    },
  });
  if (way === 'recorded') recordRun(run);
  if (way === 'beside') startRecording();
  run.send({ type: 'field.changed', name: 'file', value: file });
  run.send({ type: 'submit' });
  return new Promise((resolve, reject) => {
    run.subscribe((view) => {
      if (view.status === 'done') resolve(view.output.report.rows);
      if (view.status === 'failed') reject(view.error);
    });
  });
}

async function plain(): Promise<number> {
  await digest(file, never);
  const report = await check(file, 'Pipeline', { signal: never, onProgress: () => undefined });
  return report.rows;
}

const journalled = way === 'journal' ? withJournal() : undefined;
const started = performance.now();
const used = process.cpuUsage();
const rows = way === 'plain' ? await plain() : await byMachine(journalled ?? ports);
const took = performance.now() - started;
const { system, user } = process.cpuUsage(used);
reportResult({ rows, cells: 0 }, clock === 'processor' ? (system + user) / 1000 : took);
journalled?.leave();
