import { globSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../scripts/sample.ts';
import { commandsOf } from './blocks/commands.ts';
import { type Fixture, openFixture } from './blocks/fixture.ts';
import { applyBlock, copyProject, removeCopy, restoreCopy } from './blocks/project-copy.ts';
import { type Block, ROOT, readBlocks } from './blocks/read-blocks.ts';

const guides = globSync('docs/guide/add-a-*.md', { cwd: ROOT }).sort();

/** One copy for all guides: type checks after the first read only what a guide changes. */
let copy: string;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => removeCopy(copy));

/** Follows each guide on an unchanged copy of the project: writes its files, makes its edits, runs its commands. */
describe.each(sampleOf(guides, 10))('%s', (guide) => {
  let fixture: Fixture;
  const written: string[] = [];

  beforeAll(async () => {
    fixture = await openFixture(copy);
  });
  afterAll(async () => {
    await fixture?.close();
    restoreCopy(copy, written);
  });

  async function runModule({ text }: Block): Promise<void> {
    const path = join(copy, 'examples', 'sandbox', `.guide-${Date.now()}.ts`);
    await writeFile(path, fixture.here(text));
    const ran = await fixture.shell(`node --conditions=source ${path}`);
    expect(ran, `${text}\n${ran.stderr}`).toMatchObject({ code: 0, stderr: '' });
    await rm(path);
  }

  /** Builds only the command line; `npm test` itself covers the complete build. */
  const BUILD = `node ${join(ROOT, 'node_modules', 'tsup', 'dist', 'cli-default.js')}`;
  const TYPES = 'node_modules/.bin/tsc -p packages/core --noEmit';
  const here = (command: string): string => {
    if (command === 'npm run build') return `cd packages/cli && ${BUILD}`;
    return command === TYPES
      ? `${TYPES} --incremental --tsBuildInfoFile node_modules/.cache/core.tsbuildinfo`
      : command;
  };

  it('works as written', async () => {
    for (const block of await readBlocks(guide)) {
      const file = await applyBlock(copy, block);
      if (file !== undefined) {
        written.push(file);
        continue;
      }
      if (block.language === 'ts') await runModule(block);
      if (block.language !== 'sh') continue;
      const code = Number(/\bexit=(\d+)/.exec(block.info)?.[1] ?? 0);
      for (const command of commandsOf(block.text)) {
        const ran = await fixture.shell(here(command));
        expect(ran, `${command}\n${ran.stdout}\n${ran.stderr}`).toMatchObject({ code });
      }
    }
  });
});
