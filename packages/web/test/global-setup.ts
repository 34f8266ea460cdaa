import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@forecourt/sandbox';
import type { BrowserContextOptions } from 'playwright-core';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { ACCOUNTS, type Account, launchBrowser, openPage, signIn } from './browser.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the freshly built portal. */
    readonly portalDir: string;
    /** Folder of a database with the demo data and a session for each account; test files copy it. */
    readonly seededDir: string;
    /** The browser storage of these sessions, for the address they were created at. */
    readonly sessions: Readonly<Record<Account, StorageState>>;
  }
}

/** Builds the portal, seeds a database and signs in each account, once for all test files. */
export async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-portal-'));
  const portalDir = join(folder, 'portal');
  const seededDir = join(folder, 'data');
  // The test runner's 'test' would select React's development build.
  process.env.NODE_ENV = 'production';
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'warn',
    build: { outDir: portalDir, emptyOutDir: true },
  });
  project.provide('portalDir', portalDir);
  project.provide('seededDir', seededDir);
  project.provide('sessions', await seed(seededDir, portalDir));
  return () => rm(folder, { recursive: true, force: true });
}

async function seed(dataDir: string, portalDir: string): Promise<Record<Account, StorageState>> {
  const browser = await launchBrowser();
  const sandbox = await createSandbox({ dataDir, portalDir, passwordCost: 4 });
  try {
    const { url } = await sandbox.listen({ port: 0 });
    const sessions = {} as Record<Account, StorageState>;
    for (const account of ACCOUNTS) {
      const { page } = await openPage(browser, url);
      await page.goto('/');
      await signIn(page, account);
      sessions[account] = await page.context().storageState();
      await page.context().close();
    }
    return sessions;
  } finally {
    await browser.close();
    await sandbox.close();
  }
}
