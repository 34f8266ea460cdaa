import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inflate } from '../src/files/provider-file.ts';
import { type Fixture, openFixture, openService, type Service } from './fixture.ts';
import { openInbox, recentDay, WITH_ALL_CARDS } from './night-fixture.ts';

/** More than zlib decompresses ahead of a reader: an earlier reader crashed the process at this point. */
const ROWS = 2_500;

let service: Service;
let fixture: Fixture;

/** Collects uncaught errors while `work` runs; outside a test they would end the process. */
async function uncaughtIn(work: () => Promise<void>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const note = (error: unknown) => void found.push(error);
  const names = ['uncaughtException', 'unhandledRejection'] as const;
  const former = names.map((name) => [name, process.listeners(name as never)] as const);
  for (const name of names) process.removeAllListeners(name).on(name, note);
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 100));
  } finally {
    for (const [name, listeners] of former) {
      process.removeListener(name, note);
      for (const listener of listeners) process.on(name, listener);
    }
  }
  return found;
}

beforeAll(async () => {
  service = await openService([], WITH_ALL_CARDS);
});
afterAll(() => service.close());
beforeEach(async () => {
  fixture = openFixture(service.url);
  await fixture.signIn('admin@forecourt.test');
});
afterEach(() => fixture.leave());

describe('a reader that stops early', () => {
  it('TXN-12 imports a large file in the root of the inbox, recognized by its headers', async () => {
    const inbox = openInbox(fixture);
    inbox.pipeline('large.xlsx', 901, ROWS);
    let ran = { code: -1, stdout: '' };
    const uncaught = await uncaughtIn(async () => {
      ran = await fixture.run([...inbox.argv, '--dry-run', '--json']);
    });
    expect(uncaught).toEqual([]);
    expect([ran.code, JSON.parse(ran.stdout).files]).toMatchObject([
      0,
      [{ name: 'large.xlsx', provider: 'Pipeline', state: 'checked' }],
    ]);
  });

  it('refuses a large file of another provider with 5, and nothing else', async () => {
    const path = fixture.path('large.xlsx');
    writeFileSync(path, workbookBytes([pipelineSheet(recentDay(), ROWS, 902)]));
    let ran = { code: -1, stderr: '' };
    const uncaught = await uncaughtIn(async () => {
      ran = await fixture.run(['transactions', 'check', path, '--provider', 'Comdata']);
    });
    expect(uncaught).toEqual([]);
    expect([ran.code, ran.stderr]).toEqual([
      5,
      expect.stringContaining('columns are those of Pipeline'),
    ]);
  });

  it.each([0, 1, 2])('closes both ends if unpacked data remain after %i chunks', async (pieces) => {
    let letGo = false;
    const packed = new Blob([randomBytes(4_000_000)]).stream();
    const source = packed.pipeThrough(new CompressionStream('gzip'));
    const watched = new ReadableStream<Uint8Array>({
      start() {},
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => {
        letGo = true;
      },
    });
    const reader = source.getReader();
    const uncaught = await uncaughtIn(async () => {
      const unpacked = inflate(watched).getReader();
      for (let piece = 0; piece < pieces; piece += 1) await unpacked.read();
      await unpacked.cancel();
    });
    expect([uncaught, letGo]).toEqual([[], true]);
  });
});
