import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goodFiles, pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';
import type { Fixture } from './fixture.ts';

const DAY_MS = 86_400_000;
export const recentDay = (): string => new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);

export const WITH_ALL_CARDS = {
  demo: { customers: 12, cards: 2000, transactions: 50, invoices: 5 },
};

/** An inbox, and what a run over it leaves. */
export interface InboxFixture {
  readonly dir: string;
  readonly argv: readonly string[];
  put(name: string, bytes: Uint8Array | string): void;
  /** Puts a distinct Pipeline file for each seed. */
  pipeline(name: string, seed: number, rows?: number): void;
  /** Names of all files in it, sorted; without the run's own locks. */
  files(): string[];
  text(name: string): string;
}

export function openInbox(fixture: Fixture): InboxFixture {
  const dir = fixture.path('inbox');
  mkdirSync(dir, { recursive: true });
  const inbox: InboxFixture = {
    dir,
    argv: ['transactions', 'import', '--inbox', dir, '--settle', '0', '--ask-every', '0.01'],
    put(name, bytes) {
      mkdirSync(join(dir, name, '..'), { recursive: true });
      writeFileSync(join(dir, name), bytes);
    },
    pipeline: (name, seed, rows = 12) =>
      inbox.put(name, workbookBytes([pipelineSheet(recentDay(), rows, seed)])),
    files: () =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
        .sort(),
    text: (name) => readFileSync(join(dir, name), 'utf8'),
  };
  return inbox;
}

export function providerFile(provider: string): { name: string; bytes: Uint8Array } {
  const file = goodFiles(recentDay()).find((candidate) => candidate.provider === provider);
  if (!file) throw new Error(`There is no example of ${provider}.`);
  return file;
}

const reportsOf = (fixture: Fixture): string[] =>
  readdirSync(fixture.path('config/reports'))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => fixture.path(`config/reports/${name}`));

/** Moves all reports one day into the past. */
export function oneNightLater(fixture: Fixture): void {
  for (const path of reportsOf(fixture)) {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    const before = (at: string) => new Date(Date.parse(at) - DAY_MS).toISOString();
    const night = before(`${report.night}T12:00:00Z`).slice(0, 10);
    const files = report.files.map((file: { importedAt?: string }) => ({
      ...file,
      ...(file.importedAt && { importedAt: before(file.importedAt) }),
    }));
    const startedAt = before(report.startedAt);
    writeFileSync(path, JSON.stringify({ ...report, night, startedAt, files }));
  }
}

/** The report of the latest run, whatever its file name. */
export const lastReport = (fixture: Fixture) =>
  reportsOf(fixture)
    .map((path) => JSON.parse(readFileSync(path, 'utf8')))
    .sort((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt))
    .at(-1);
