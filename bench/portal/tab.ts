// `npm run bench tab`: an hour's work in one tab that is never reloaded, done fast: what the page holds after five
// minutes and after sixty-five, once its garbage is collected, and what has become more. --write writes it into docs.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';
import { type CDPSession, chromium } from 'playwright-core';
import {
  bytesOf,
  grown,
  type Heap,
  type Held,
  heldBy,
  snapshotOf,
} from '../../packages/web/test/heap.ts';
import { workAMinute } from '../../packages/web/test/minute.ts';
import { makeOnce } from '../cache.ts';
import { machine, table, writeBetweenMarks } from '../machine.ts';
import { startSandbox } from '../sandbox-process.ts';
import { CHROMIUM, signIn } from './portal.ts';

const DOCUMENT = new URL('../../docs/numbers.md', import.meta.url);

/** Until the code is loaded, and what is kept on purpose is kept. */
const WARM_UP = 5;

interface Moment {
  readonly held: Held;
  readonly heap: Heap;
}

const momentOf = async (session: CDPSession): Promise<Moment> => ({
  heap: await snapshotOf(session),
  held: await heldBy(session),
});

const ROWS: readonly (readonly [name: string, of: (moment: Moment) => string])[] = [
  ['nodes of documents', ({ held }) => `${held.nodes}`],
  ['event listeners', ({ held }) => `${held.listeners}`],
  [
    "the page's objects, functions and texts, kB",
    ({ heap }) => (bytesOf(heap, ['object', 'closure', 'string', 'number']) / 1000).toFixed(0),
  ],
  [
    'compiled code and its statistics, kB',
    ({ heap }) => (bytesOf(heap, ['code']) / 1000).toFixed(0),
  ],
  ['whole heap of scripts, MB', ({ held }) => (held.bytes / 1e6).toFixed(1)],
];

function report(before: Moment, after: Moment, minutes: number): string {
  const rows = ROWS.map(([name, of]) => [name, of(before), of(after)]);
  return table(['a tab', `after ${WARM_UP} minutes`, `after ${WARM_UP + minutes} minutes`], rows);
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    write: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const path = makeOnce('pipeline-500.xlsx', (path) =>
  writeFileSync(path, workbookBytes([pipelineSheet('2026-11-18', 500)])),
);
const file = readFileSync(path, 'base64');
const sandbox = await startSandbox();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const context = await browser.newContext({
    baseURL: sandbox.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto('/');
  await signIn(page);
  for (let minute = 0; minute < WARM_UP; minute += 1) await workAMinute(page, file);
  const before = await momentOf(session);
  for (let minute = 1; minute <= minutes; minute += 1) await workAMinute(page, file);
  const after = await momentOf(session);
  const text = report(before, after, minutes);
  console.log(text);
  console.log('\nWhat has become more:');
  for (const { key, count, bytes } of grown(before.heap, after.heap).slice(0, 15)) {
    console.log(`  ${key.slice(0, 60)}: ${count} more, ${(bytes / 1000).toFixed(1)} kB`);
  }
  if (values.write) writeBetweenMarks(DOCUMENT, 'tab', `${machine()}.\n\n${text}`);
} finally {
  await browser.close();
  await sandbox.stop();
}
