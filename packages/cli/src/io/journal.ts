import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportRecord } from '@forecourt/core';
import { writePrivateFile } from './safe-file.ts';
import type { Settings } from './settings.ts';

/** What was sent to one service, so that a file is never sent twice (TXN-13). */
export interface Journal {
  /** Where result files go when nobody says otherwise. */
  readonly results: string;
  find(key: string): Promise<ImportRecord | undefined>;
  record(entry: ImportRecord): Promise<void>;
  /** All entries, in no order. */
  entries(): readonly ImportRecord[];
}

/** 'https://portal.example:8443/api/v1' → 'https-portal.example-8443-api-v1'. */
const folderOf = (baseUrl: string): string => baseUrl.replace(/[^\w.-]+/g, '-');

/**
 * The journal of a service: a file an import, named by its key, which holds content, provider and
 * account. Each is written to disk whole before the step that it tells of, so that runs killed at any
 * moment, and runs side by side, leave nothing half-written and undo nothing of each other.
 */
export function openJournal({ places, baseUrl }: Settings): Journal {
  const dir = join(places.journal, folderOf(baseUrl.value));
  const path = (key: string) => join(dir, `${key}.json`);
  return {
    results: join(dir, 'results'),
    find: async (key) => readEntry(path(key)),
    async record(entry) {
      const { at, result } = readEntry(path(entry.key)) ?? {};
      const kept = { ...(result && { result }), at: at ?? new Date().toISOString() };
      writePrivateFile(path(entry.key), `${JSON.stringify({ ...kept, ...entry }, null, 2)}\n`);
    },
    entries: () =>
      keysIn(dir).flatMap((key) => {
        const entry = readEntry(path(key));
        return entry ? [entry] : [];
      }),
  };
}

function keysIn(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
      .map((name) => name.slice(0, -'.json'.length));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** An entry that cannot be read counts as none: the service is asked then, and knows. */
function readEntry(path: string): ImportRecord | undefined {
  try {
    const entry = JSON.parse(readFileSync(path, 'utf8')) as Partial<ImportRecord> | null;
    return typeof entry?.state === 'string' && typeof entry.key === 'string'
      ? (entry as ImportRecord)
      : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'ENOENT') return undefined;
    throw error;
  }
}
