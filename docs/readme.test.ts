import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf } from './blocks/commands.ts';
import { type Fixture, openFixture } from './blocks/fixture.ts';
import { followBlocks } from './blocks/follow-blocks.ts';
import { type Block, ROOT, readBlocks } from './blocks/read-blocks.ts';

let fixture: Fixture;
let blocks: readonly Block[];
let commands: readonly string[];

beforeAll(async () => {
  fixture = await openFixture();
  blocks = await readBlocks('README.md');
  commands = commandsOf(blocks.find(({ text }) => text.includes('bin/forecourt'))?.text ?? '');
});
afterAll(() => fixture?.close());

describe('README', () => {
  it('TXN-04 TXN-12 works as written, block by block', async () => {
    expect(commands.length).toBeGreaterThan(4);
    await followBlocks(fixture, blocks);
    expect((await fixture.file('november.csv')).split('\n').length).toBeGreaterThan(100);
  });

  it('TXN-13 imports the same file again without sending anything, and says why', async () => {
    const again = await fixture.shell(commands.find((line) => line.includes(' import ')) ?? '');
    expect(again.code).toBe(0);
    expect(again.stdout + again.stderr).toContain('already imported');
  });

  it('shows existing pictures', async () => {
    const text = await readFile(join(ROOT, 'README.md'), 'utf8');
    const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(pictures.length).toBeGreaterThan(0);
    for (const path of pictures) await readFile(join(ROOT, path));
  });
});
