import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Tests import the sources of the workspace's packages, not their builds.
const source = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
};

/**
 * Tests that run on only one engine. PostgreSQL: several processes on one database. SQLite: the client's machines, path by
 * path, and what ends before the database (the limits of HTTP, the reading of files, the portal's files) or follows it (the
 * colours of a document). Money, rights, sessions, imports, migrations and backups run on both.
 */
const ELSEWHERE = {
  sqlite: ['examples/sandbox/test/postgres/**'],
  postgres: ['machine-*', 'hostile-uploads', 'time-limits', 'portal', 'invoice-brands'].map(
    (name) => `examples/sandbox/test/${name}.test.ts`,
  ),
};

/** Runs the same tests on each of the sandbox's engines; TEST_POSTGRES has PostgreSQL's address. */
const sandbox = (name: string, engine: 'sqlite' | 'postgres') => ({
  ...source,
  test: {
    name,
    include: ['examples/sandbox/src/**/*.test.ts', 'examples/sandbox/test/**/*.test.ts'],
    exclude: ELSEWHERE[engine],
    env: { SANDBOX_ENGINE: engine },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

const FILES_AT_A_TIME = Math.ceil(availableParallelism() * 1.5);

export default defineConfig({
  test: {
    // Tests often wait for processes, databases and browsers, so this leaves no core idle.
    maxWorkers: FILES_AT_A_TIME,
    projects: [
      {
        ...source,
        test: {
          name: 'core',
          include: ['packages/core/src/**/*.test.ts'],
          testTimeout: 60_000,
          // The files of a worker share its modules: loading them for each of 120 files takes longer than most tests.
          isolate: false,
        },
      },
      {
        ...source,
        test: {
          name: 'packaging',
          globalSetup: ['packages/core/test/packed.ts'],
          include: ['packages/core/test/**/*.test.ts'],
          testTimeout: 60_000,
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...source,
        test: {
          name: 'web',
          globalSetup: ['packages/web/test/global-setup.ts'],
          include: ['packages/web/src/**/*.test.ts', 'packages/web/test/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Browsers take more memory than the rest, so these run after all others.
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...source,
        test: {
          name: 'project',
          include: ['scripts/**/*.test.ts', 'docs/**/*.test.ts', 'examples/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
