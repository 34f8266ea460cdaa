import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PASSWORD, type Sandbox } from '@forecourt/sandbox';
import type { Browser } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { timelinePage } from '../packages/cli/src/recorder/timeline-page.ts';
import {
  createClient,
  loginPorts,
  loginWorkflow,
  memoryStore,
  startWorkflow,
} from '../packages/core/src/index.ts';
import { readRecording, startRecording } from '../packages/core/src/recorder/index.ts';
import { axeFindings, launchBrowser } from '../packages/web/test/browser.ts';
import { EXAMPLES } from './running.ts';
import { openSeeded } from './sandbox/test/seeded.ts';

const run = promisify(execFile);
let browser: Browser;
let folder: string;
let sandbox: Sandbox;
let service: string;
const servers: PreviewServer[] = [];

/** Serves a built page on its own port and forwards API calls to the sandbox. */
async function serve(root: string): Promise<string> {
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: root },
    preview: { host: '127.0.0.1', port: 0, proxy: { '/api': service } },
  });
  servers.push(server);
  return server.resolvedUrls?.local[0] ?? '';
}

beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), 'forecourt-pages-'));
  sandbox = await openSeeded({ passwordCost: 4 });
  service = (await sandbox.listen({ port: 0 })).url;
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await browser?.close();
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

it('examples/browser-page signs in and pages through a list', async () => {
  const source = join(EXAMPLES, 'browser-page');
  const esbuild = createRequire(join(source, 'package.json')).resolve('esbuild/bin/esbuild');
  const page = join(folder, 'browser-page');
  const args = [join(source, 'page.ts'), '--bundle', '--format=esm', '--conditions=source'];
  await run(esbuild, [...args, `--outfile=${join(page, 'dist', 'page.js')}`]);
  await run('cp', [join(source, 'index.html'), page]);
  const tab = await browser.newPage();
  await tab.goto(`${await serve(page)}?service=${service}`);
  await tab.getByLabel('Email').fill('viewer@northhaul.test');
  await tab.getByLabel('Password').fill('wrong');
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.getByText('Invalid Credential Please try again.').waitFor();
  await tab.getByLabel('Password').fill(PASSWORD);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.getByText(/^Showing record 1 to 10 of/).waitFor();
  await tab.getByRole('button', { name: 'On', exact: true }).click();
  await tab.getByText(/^Showing record 11 to 20 of/).waitFor();
  expect(await tab.locator('tr').count()).toBe(11);
  await tab.close();
});

// StrictMode mounts twice in development only.
it.each(['production', 'development'])(
  'PAY-02 examples/react-page pays an invoice in its own design, built for %s',
  async (mode) => {
    const source = join(EXAMPLES, 'react-page');
    const vite = join(source, 'node_modules', 'vite', 'bin', 'vite.js');
    const page = join(folder, `react-page-${mode}`);
    await run(
      process.execPath,
      [vite, 'build', '--mode', mode, '--outDir', page, '--logLevel', 'warn'],
      {
        cwd: source,
        env: { ...process.env, NODE_ENV: mode },
      },
    );
    const tab = await browser.newPage();
    await tab.goto(await serve(page));
    await tab.getByLabel('Email').fill('admin@forecourt.test');
    await tab.getByLabel('Password').fill(PASSWORD);
    await tab.getByRole('button', { name: 'Open the till' }).click();
    const first = tab.locator('li button').first();
    const [number = '', due = ''] = ((await first.textContent()) ?? '').split(' ');
    await first.click();
    await tab.getByLabel('Payment Date').fill('2026-11-18');
    await tab.getByLabel('Amount Paid').fill('99999999');
    await tab.getByLabel('Payment Mode').selectOption({ index: 1 });
    await tab.getByLabel('Reference Id').fill('till 4');
    await tab.getByRole('button', { name: 'Pay' }).click();
    await tab.locator('em', { hasText: 'Amount paid cannot exceed amount due.' }).waitFor();
    await tab.getByLabel('Amount Paid').fill(due.replace(/[^\d.]/g, ''));
    await tab.getByRole('button', { name: 'Pay' }).click();
    await tab.getByText(`${number} is paid.`).waitFor();
    await tab.close();
  },
);

it('SDK-01 SHELL-13 a recording is a page that opens from disk: no axe findings, light and dark, narrow and wide', async () => {
  const recorder = startRecording({ by: 'test/1', command: 'login' });
  const client = createClient({
    ...{ baseUrl: `${service}/api/v1`, store: memoryStore(), onTrace: recorder.trace },
  });
  const started = startWorkflow(loginWorkflow(loginPorts(client)), {
    input: { email: 'viewer@northhaul.test' },
  });
  recorder.run(started);
  started.send({ type: 'field.changed', name: 'password', value: '<b>wrong</b>' });
  started.send({ type: 'submit' });
  await started.until(({ status }) => status === 'failed');
  recorder.end({ exitCode: 3, message: '<script>alert(1)</script>\nSign in again.' });
  const path = join(folder, 'login.html');
  await writeFile(path, timelinePage(readRecording(recorder.text()), 'login.jsonl'));
  for (const width of [390, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const tab = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const asked: string[] = [];
      const said: string[] = [];
      tab.on('request', (request) => asked.push(new URL(request.url()).protocol));
      tab.on('console', (message) => said.push(message.text()));
      await tab.goto(`file://${path}`);
      await tab.getByText('Ended with exit code 3').waitFor();
      await tab.getByText('<script>alert(1)</script>').waitFor();
      for (const part of await tab.locator('summary').all()) await part.click();
      expect(await axeFindings(tab)).toEqual([]);
      const [page = 0, view = 0] = await tab.evaluate(() => [
        document.documentElement.scrollWidth,
        window.innerWidth,
      ]);
      expect(page).toBeLessThanOrEqual(view);
      expect({ asked, said }).toEqual({ asked: ['file:'], said: [] });
      await tab.close();
    }
  }
});
