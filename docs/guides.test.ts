import { globSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf } from './blocks/commands.ts';
import { type Fixture, openFixture } from './blocks/fixture.ts';
import { applyBlock, copyProject, removeCopy } from './blocks/project-copy.ts';
import { type Block, ROOT, readBlocks } from './blocks/read-blocks.ts';

const guides = globSync('docs/guide/add-a-*.md', { cwd: ROOT }).sort();

/** Follows each guide on a copy of the project: writes its files, makes its edits, runs its commands. */
describe.each(guides)('%s', { timeout: 120_000 }, (guide) => {
  let copy: string;
  let fixture: Fixture;

  beforeAll(async () => {
    copy = copyProject();
    fixture = await openFixture(copy);
  }, 120_000);
  afterAll(async () => {
    await fixture?.close();
    await removeCopy(copy);
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
  const here = (command: string): string =>
    command === 'npm run build' ? `cd packages/cli && ${BUILD}` : command;

  it('works as written', async () => {
    for (const block of await readBlocks(guide)) {
      if (await applyBlock(copy, block)) continue;
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
