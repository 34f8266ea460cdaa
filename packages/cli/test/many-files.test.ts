import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { withDisk } from './bad-disk.ts';
import { buildBinary, CACHE, ended, start } from './binary.ts';
import { fixtureForEach } from './fixture-hooks.ts';
import { type InboxFixture, lastReport, openInbox } from './night-fixture.ts';

const { fixture, service } = fixtureForEach();
let inbox: InboxFixture;
let binary: string;

beforeAll(() => {
  binary = buildBinary();
});
beforeEach(() => {
  inbox = openInbox(fixture);
});

const arrive = (files: number) => {
  for (let file = 1; file <= files; file += 1) inbox.put(`ESSO/f${file}.csv`, '');
};

const DELAY_MS = 50;

it('TXN-13 a night of many files writes its report seldom once that takes long, and has all files in it', async () => {
  arrive(150);
  let writes = 0;
  await withDisk(
    ({ name, path }) => {
      if (name !== 'openSync' || !path.includes('/config/reports/')) return;
      writes += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, DELAY_MS);
    },
    async () => {
      expect((await fixture.run(inbox.argv)).code).toBe(5);
    },
  );
  // One second of them, a tenth of the time that the rest takes, and those of the beginning and the end.
  expect(writes).toBeLessThan(60);
  const { files, totals } = lastReport(fixture);
  expect([totals.setAside, files.length]).toEqual([150, 150]);
  for (const { movedTo, name } of files) expect(movedTo).toBe(`set-aside/${name}`);
  expect(inbox.files()).toHaveLength(300);
});

const movedFiles = (): readonly string[] => {
  try {
    return readdirSync(join(inbox.dir, 'set-aside/ESSO'));
  } catch {
    return [];
  }
};

it('TXN-13 a night of many files that is killed has each in the report of the next run, once', async () => {
  const files = 1_200;
  arrive(files);
  const child = start(process.execPath, [binary, ...inbox.argv], {
    ...{ FORECOURT_CONFIG_DIR: fixture.path('config'), FORECOURT_BASE_URL: service.url },
    XDG_CACHE_HOME: CACHE,
  });
  child.stdin.end();
  const end = ended(child);
  while (movedFiles().length < files) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  expect((await end).code).toBe(137);
  expect(inbox.files().filter((name) => /^ESSO/.test(name)).length).toBeGreaterThan(0);
  expect((await fixture.run(inbox.argv)).code).toBe(5);
  const { earlier, files: own, totals } = lastReport(fixture);
  const names = [...own, ...earlier.unreported].map(({ name }) => name);
  expect([new Set(names).size, names.length, totals.files]).toEqual([files, files, files]);
  expect(totals.setAside).toBe(files);
  expect(movedFiles()).toHaveLength(2 * files);
}, 60_000);
