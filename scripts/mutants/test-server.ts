/**
 * Runs test files in the working directory, one order after another, in a process that keeps the test runner and its modules
 * ready: starting them takes longer than most tests.
 */
import { globSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import type { Order, TestRun } from './run-tests.ts';

const silent = {};

const open = (project: string): Promise<Vitest> =>
  createVitest('test', {
    ...{ root: process.cwd(), project: [project], watch: false, bail: 1, maxWorkers: 1 },
    reporters: [silent],
  });

/** Returns the first failed test, or the file that could not be loaded. */
function failureIn(vitest: Vitest): TestRun['failed'] {
  const modules = vitest.state.getTestModules();
  for (const module of modules) {
    const [test] = module.children.allTests('failed');
    if (test !== undefined)
      return { file: relative(process.cwd(), module.moduleId), test: test.fullName };
  }
  const broken = modules.find(
    (module) => module.errors().length > 0 || module.state() === 'failed',
  );
  if (broken !== undefined)
    return { file: relative(process.cwd(), broken.moduleId), test: 'the file could not be loaded' };
  return vitest.state.getUnhandledErrors().length > 0
    ? { file: '', test: 'the test run itself' }
    : undefined;
}

/** The command line that a test of an earlier order built; `packages/cli/test/global-setup.ts` removes it only once. */
const BUILT = 'packages/cli/.cache/test-build*';

const opened = new Map<string, Promise<Vitest>>();
/** A file that an earlier order broke is whole again, which the runner doesn't notice by itself. */
const touched = new Set<string>();

async function run({ changed, files, project }: Order): Promise<TestRun> {
  const ready = opened.get(project) ?? open(project);
  opened.set(project, ready);
  const vitest = await ready;
  for (const path of globSync(BUILT)) rmSync(path, { recursive: true });
  touched.add(changed);
  for (const file of touched) vitest.invalidateFile(file);
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const [of] = vitest.projects;
  if (of === undefined) throw new Error(`There is no project ${project}.`);
  await vitest.runTestSpecifications(files.map((file) => of.createSpecification(file)));
  const failed = failureIn(vitest);
  return failed === undefined ? { state: 'passed' } : { state: 'failed', failed };
}

process.on('message', async (order: Order) => {
  process.send?.(await run(order));
});
