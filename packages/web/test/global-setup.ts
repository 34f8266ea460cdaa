import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@forecourt/sandbox';
import type { BrowserContextOptions } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { proofsHere, scan, testsIn } from '../../../docs/requirements/scan.ts';
import { sampleOfProofs } from '../../../scripts/sample.ts';
import { LONG } from '../../../scripts/turns.ts';
import { ACCOUNTS, type Account, launchBrowser, openPage, signIn } from './browser.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built portal. */
    readonly portalDir: string;
    /** Folder of a database with the demo data and a session for each account; test files copy it. */
    readonly seededDir: string;
    /** The browser storage of these sessions, for the address they were created at. */
    readonly sessions: Readonly<Record<Account, StorageState>>;
    /** The titles of the tests that run; undefined: all of them. */
    readonly journeys: readonly string[] | undefined;
  }
}

const WEB = fileURLToPath(new URL('..', import.meta.url));

/** A test in the browser takes three seconds of processor time, so `npm test` runs one in so many. */
const ONE_IN = 10;

const isOfPortal = ({ file }: { readonly file: string }): boolean =>
  file.startsWith('packages/web/');

/** Chooses the tests of a run of everything. What a test without a browser proves in every run, none of these has to prove again. */
function journeys(): string[] | undefined {
  if (process.env.TEST_TURNS !== 'yes') return undefined;
  const files = scan();
  const proofs = proofsHere(files);
  const isProvenElsewhere = (id: string) =>
    proofs.get(id)?.some((file) => !isOfPortal({ file }) && !LONG.includes(file)) === true;
  const tests = files
    .filter((scanned) => isOfPortal(scanned) && scanned.file.endsWith('.test.ts'))
    .flatMap(testsIn)
    .map(({ title, ids }) => ({ title, ids: ids.filter((id) => !isProvenElsewhere(id)) }));
  return sampleOfProofs(tests, ONE_IN).map(({ title }) => title);
}

/** Returns the folder of the current portal; `npm test` has built it. */
async function currentPortal(folder: string): Promise<string> {
  if (process.env.TEST_BUILDS === 'current') return join(WEB, 'dist');
  const { build } = await import('vite');
  const portalDir = join(folder, 'portal');
  // The test runner's 'test' would select React's development build.
  process.env.NODE_ENV = 'production';
  await build({
    root: WEB,
    logLevel: 'warn',
    build: { outDir: portalDir, emptyOutDir: true },
  });
  return portalDir;
}

/** Builds the portal, seeds a database and signs in each account, once for all test files. */
export async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-portal-'));
  const seededDir = join(folder, 'data');
  const portalDir = await currentPortal(folder);
  project.provide('journeys', journeys());
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
