import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sampleOf } from './scripts/sample.ts';
import { folderInMemory } from './scripts/test-folder.ts';

// Programs that tests start from the sources load in a third of the time once their modules are compiled.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('node_modules/.cache/forecourt/compiled', import.meta.url),
);

// Tests and the programs they start write their temporary files here. TMPDIR decides otherwise.
const inMemory = process.env.VITEST && !process.env.TMPDIR ? folderInMemory() : undefined;
if (inMemory) process.env.TMPDIR = inMemory;

// Tests import the sources of the workspace's packages, not their builds.
const source = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
};

const sandboxTest = (name: string) => `examples/sandbox/${name}.test.ts`;

/** These open a database of one engine themselves: SQLite in a folder, or several processes on one database. */
const ONLY_SQLITE = ['test/machine-*', 'test/old-node'].map(sandboxTest);
const ONLY_POSTGRES = ['test/postgres/*'].map(sandboxTest);

/**
 * Tests whose subject ends before the database or follows it, so that in `npm test` they run on SQLite alone; `npm run
 * engines` runs them on both.
 */
const ON_EITHER: readonly string[] = [
  // The reading of files, on threads that open no database.
  'test/hostile-uploads',
  // The limits of HTTP.
  'test/time-limits',
  // The portal's files and their headers.
  'test/portal',
  // The colours of a document whose rows were read before.
  'test/invoice-brands',
  // Functions that no store is given to.
  'src/attachments/zip-stream',
  'src/auth/presence',
  'src/auth/sign-in-line',
  'src/csv',
  'src/http/client-address',
  'src/invoices/invoice-wire',
  'src/markups/mark-up',
  'src/settings',
].map(sandboxTest);

/**
 * Tests that reach the database by the same queries as others that run on both engines, so that `npm test` runs one in four
 * of them on PostgreSQL, others by each seed. Money, rights, sessions, imports, lists, odd input, migrations and backups
 * always run on both.
 */
const ON_EITHER_BY_TURNS: readonly string[] = [
  // Choices and forms: their lists are read like any other.
  ...['address-choices', 'card-types', 'customers', 'forms', 'reference', 'rates', 'reports'],
  // Files, e-mails and pages made of rows that were read.
  ...['card-files', 'invoice-files', 'invoice-mail', 'report-mail', 'report-pdf'],
  ...['customer-page', 'dashboard', 'reports-by-email', 'reports-on-screen'],
  // Tables and resources of one's own are stored as text.
  ...['own-resource', 'own-tables'],
  // HTTP: the port, its threads, and how it ends.
  ...['calm', 'drain', 'line', 'openapi', 'process', 'threads', 'unread', 'wire-manners'],
].map((name) => sandboxTest(`test/${name}`));

/**
 * Random, hostile or long tests: many cases of what others test by example on both engines. `npm test` runs each on one
 * engine, half of them on either, others by each seed.
 */
const ON_ONE_BY_TURNS: readonly string[] = [
  ...['aging-as-of', 'distant-pages', 'fuzz/fuzz', 'granted-rights', 'import-parts', 'kills/kills'],
  ...['login-limit', 'mail-limit', 'money-sequences', 'odd-people', 'operations-disk'],
  ...['permissions', 'rights', 'trail'],
].map((name) => sandboxTest(`test/${name}`));

/** The sandbox's tests that this run leaves to the other engine. */
function leftToTheOther(): Record<'sqlite' | 'postgres', readonly string[]> {
  if (process.env.TEST_SAMPLES === 'all') return { sqlite: [], postgres: [] };
  const byTurns = sampleOf(ON_EITHER_BY_TURNS, 4);
  const embedded = sampleOf(ON_ONE_BY_TURNS, 2);
  return {
    sqlite: ON_ONE_BY_TURNS.filter((path) => !embedded.includes(path)),
    postgres: [
      ...ON_EITHER,
      ...ON_EITHER_BY_TURNS.filter((path) => !byTurns.includes(path)),
      ...embedded,
    ],
  };
}

const others = leftToTheOther();

const EXCLUDED = {
  sqlite: [...ONLY_POSTGRES, ...others.sqlite],
  postgres: [...ONLY_SQLITE, ...others.postgres],
};

/** Runs the same tests on each of the sandbox's engines; TEST_POSTGRES has PostgreSQL's address. */
const sandbox = (name: string, engine: 'sqlite' | 'postgres') => ({
  ...source,
  test: {
    name,
    include: ['examples/sandbox/src/**/*.test.ts', 'examples/sandbox/test/**/*.test.ts'],
    exclude: EXCLUDED[engine],
    env: { SANDBOX_ENGINE: engine },
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    ...SHARED,
  },
});

/** Ends a test that hangs. No test may depend on how fast the machine is, so this is many times what any of them takes. */
const PATIENCE_MS = 240_000;

/**
 * The files of a worker share its modules: a process and its imports for each file take longer than most tests. So a file
 * leaves nothing behind: it closes what it opens, and restores clocks, globals and the working directory.
 */
const SHARED = {
  isolate: false,
  // Its own limit of a second would make tests depend on the machine.
  expect: { poll: { timeout: PATIENCE_MS / 4, interval: 25 } },
};

/** Short files whose tests take long. The runner takes the largest files of a project first, and these before them. */
const LONG: ReadonlySet<string> = new Set([
  ...['accessibility', 'calm', 'check', 'deadline', 'drain', 'fuzz', 'guides', 'hostile-files'],
  ...['hostile-uploads', 'kills', 'machine-paths', 'nightly', 'operations', 'operations-disk'],
  ...['pages', 'process', 'refusals', 'rights', 'signals', 'site', 'soak', 'still-unknown'],
  ...['upgrades', 'variants'],
]);

const isLong = (path: string) => LONG.has(basename(path, '.test.ts'));

/** Starts the longest files of each project first, so that none is left alone at the end while a core idles. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => [
      ...own.filter(({ moduleId }) => isLong(moduleId)),
      ...own.filter(({ moduleId }) => !isLong(moduleId)),
    ]);
  }
}

const FILES_AT_A_TIME = availableParallelism() * 2;

export default defineConfig({
  test: {
    // Tests wait for processes and databases a third of their time, so this leaves no core idle.
    maxWorkers: FILES_AT_A_TIME,
    // A run of everything leaves out some of the portal's tests (packages/web/test/journey.ts), in some files all of them.
    passWithNoTests: true,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        ...source,
        test: {
          name: 'core',
          include: ['packages/core/src/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          ...SHARED,
        },
      },
      {
        ...source,
        test: {
          name: 'packaging',
          globalSetup: ['packages/core/test/packed.ts'],
          include: ['packages/core/test/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          ...SHARED,
        },
      },
      sandbox('sandbox', 'sqlite'),
      sandbox('sandbox-postgres', 'postgres'),
      {
        ...source,
        test: {
          name: 'cli',
          globalSetup: ['packages/cli/test/global-setup.ts'],
          setupFiles: ['packages/cli/test/own-folder.ts'],
          include: ['packages/cli/src/**/*.test.ts', 'packages/cli/test/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          ...SHARED,
        },
      },
      {
        ...source,
        test: {
          name: 'web',
          globalSetup: ['packages/web/test/global-setup.ts'],
          include: ['packages/web/src/**/*.test.ts', 'packages/web/test/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          ...SHARED,
          // Each look at a page goes through three processes, and the other files use the time in between.
          expect: { poll: { ...SHARED.expect.poll, interval: 100 } },
          // Browsers take more memory than the rest, so these run after all others.
          sequence: { groupOrder: 1 },
          // They wait for pages about half of their time.
          maxWorkers: availableParallelism() * 2,
        },
      },
      {
        ...source,
        test: {
          name: 'project',
          include: [
            ...['scripts/**/*.test.ts', 'docs/**/*.test.ts', 'examples/*.test.ts'],
            'examples/assistant/**/*.test.ts',
          ],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          ...SHARED,
        },
      },
    ],
  },
});
