import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf, hasScript } from './blocks/commands.ts';
import { type Fixture, openFixture } from './blocks/fixture.ts';
import { pages, readBlocks } from './blocks/read-blocks.ts';

/** A block whose commands should fail has the exit code after its fence: `sh exit=5`. */
const codeOf = (info: string): number => Number(/\bexit=(\d+)/.exec(info)?.[1] ?? 0);

const withBlocks = await Promise.all(
  pages().map(async (page) => [page, await readBlocks(page)] as const),
);
const toFollow = withBlocks.filter(([, blocks]) =>
  blocks.some(({ language }) => language === 'ts' || language === 'sh'),
);

describe.each(toFollow)('%s', { timeout: 120_000 }, (_page, blocks) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await openFixture();
  }, 60_000);
  afterAll(() => fixture?.close());

  async function follow(command: string, code: number): Promise<void> {
    const script = await hasScript(command);
    if (script !== undefined) return expect(script, command).toBe(true);
    const ran = await fixture.shell(command);
    expect(ran, `${command}\n${ran.stderr}`).toMatchObject({ code });
  }

  it('works as written, block by block', async () => {
    for (const { language, info, text } of blocks) {
      if (language === 'ts') {
        const ran = await fixture.module(text);
        expect(ran, `${text}\n${ran.stderr}`).toMatchObject({ code: 0, stderr: '' });
      }
      if (language !== 'sh') continue;
      for (const command of commandsOf(text)) await follow(command, codeOf(info));
    }
  });
});
