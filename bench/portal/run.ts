// `npm run bench portal`: the portal's responsiveness in Chromium: from interaction to next paint on 50 rows, long
// tasks while 100,000 rows are checked, and the load of the first screen after signing in. In ms and kB, with goals.
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { makeOnce } from '../cache.ts';
import { writePipelineFile } from '../inputs/pipeline-file.ts';
import { startSandbox } from '../sandbox-process.ts';
import { interactWithRows } from './interactions.ts';
import { longTasks, watchInteractions, watchLongTasks } from './observers.ts';
import { CHROMIUM, signIn } from './portal.ts';

interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'kB';
  readonly goal: number;
  readonly detail: string;
}

const ROUNDS = 3;

/** The gzip size of all scripts from an empty browser to the first list. */
async function firstScreen(page: Page): Promise<Figure> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await signIn(page);
  await page.waitForLoadState('networkidle');
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
  );
  const bytes = scripts.reduce((sum, size) => sum + size, 0);
  return {
    name: 'scripts until the first list',
    value: bytes / 1000,
    unit: 'kB',
    goal: 200,
    detail: `${scripts.length} files`,
  };
}

/** The slowest interaction, which is how a browser computes INP for this few interactions. */
async function interactions(page: Page): Promise<Figure> {
  await page.goto('/transactions?size=50');
  await page.locator('table.list[aria-busy=false] tbody tr').nth(49).waitFor();
  const reported = await watchInteractions(page);
  for (let round = 0; round < ROUNDS; round += 1) await interactWithRows(page);
  const { count, slowest, what, median } = await reported();
  return {
    name: 'interaction to next paint, 50 rows',
    value: slowest,
    unit: 'ms',
    goal: 100,
    detail: `slowest of ${count}: ${what}; median ${median} ms`,
  };
}

async function checking(page: Page): Promise<Figure> {
  const path = makeOnce('pipeline-100k.xlsx', writePipelineFile);
  await page.goto('/transactions');
  await page.getByRole('button', { name: 'Import Transactions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File type').selectOption('Pipeline');
  await page.waitForLoadState('networkidle');
  await watchLongTasks(page);
  const started = performance.now();
  await dialog.locator('input[type=file]').setInputFiles(path);
  await dialog.locator('.report').waitFor({ timeout: 300_000 });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const tasks = await longTasks(page);
  return {
    name: 'longest task while 100,000 rows are checked',
    value: Math.max(0, ...tasks),
    unit: 'ms',
    goal: 50,
    detail: `${tasks.length} tasks over 50 ms in ${seconds} s`,
  };
}

const line = ({ name, value, unit, goal, detail }: Figure): string =>
  `${name}: ${value.toFixed(unit === 'ms' ? 0 : 1)} ${unit}, goal ${goal}; ${detail}`;

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const sandbox = await startSandbox();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu'],
});
const figures: Figure[] = [];
try {
  const context = await browser.newContext({
    baseURL: sandbox.url,
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  const page = await context.newPage();
  for (const measure of [firstScreen, interactions, checking]) {
    const figure = await measure(page);
    figures.push(figure);
    if (!values.json) console.log(line(figure));
  }
} finally {
  await browser.close();
  await sandbox.stop();
}
if (values.json) console.log(JSON.stringify(figures, undefined, 2));
