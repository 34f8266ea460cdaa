import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf } from './blocks/commands.ts';
import { type Fixture, openFixture } from './blocks/fixture.ts';
import { ROOT, readBlocks } from './blocks/read-blocks.ts';

let fixture: Fixture;
let commands: readonly string[];

beforeAll(async () => {
  fixture = await openFixture();
  const blocks = await readBlocks('README.md');
  commands = commandsOf(blocks.find(({ text }) => text.includes('bin/forecourt'))?.text ?? '');
}, 60_000);
afterAll(() => fixture?.close());

describe('README', { timeout: 60_000 }, () => {
  it('TXN-04 TXN-12 has commands that work as written', async () => {
    expect(commands.length).toBeGreaterThan(4);
    for (const command of commands) expect(await fixture.shell(command)).toMatchObject({ code: 0 });
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
