import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { folderInMemory } from './scripts/test-folder.ts';
import { type Engine, LONG, leftOutOn, leftToOtherRuns } from './scripts/turns.ts';

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

const others = [...configDefaults.exclude, ...leftToOtherRuns()];

/** Runs the same tests on each of the sandbox's engines; TEST_POSTGRES has PostgreSQL's address. */
const sandbox = (name: string, engine: Engine) => ({
  ...source,
  test: {
    name,
    include: ['examples/sandbox/src/**/*.test.ts', 'examples/sandbox/test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...leftOutOn(engine)],
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

/** Files with long tests that are in every run. */
const ALSO_LONG = [
  'accessibility',
  'check',
  'deadline',
  'drain',
  'operations',
  'pages',
  'site',
  'upgrades',
];

/** Files whose tests take long, however short they are. The runner takes a project's largest files first, and these before them. */
const FIRST: ReadonlySet<string> = new Set([
  ...LONG.map((path) => basename(path)),
  ...ALSO_LONG.map((name) => `${name}.test.ts`),
]);

const isFirst = (path: string) => FIRST.has(basename(path));

/** Starts the longest files of each project first, so that none is left alone at the end while a core idles. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => [
      ...own.filter(({ moduleId }) => isFirst(moduleId)),
      ...own.filter(({ moduleId }) => !isFirst(moduleId)),
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
          exclude: others,
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
          exclude: others,
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
          exclude: others,
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
          exclude: others,
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
          exclude: others,
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          ...SHARED,
        },
      },
    ],
  },
});
