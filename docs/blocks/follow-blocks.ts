import { expect } from 'vitest';
import { commandsOf, hasScript } from './commands.ts';
import type { Fixture } from './fixture.ts';
import type { Block } from './read-blocks.ts';

/** A block whose commands should fail has the exit code after its fence: `sh exit=5`. */
const codeOf = (info: string): number => Number(/\bexit=(\d+)/.exec(info)?.[1] ?? 0);

async function runCommand(fixture: Fixture, command: string, code: number): Promise<void> {
  const script = await hasScript(command);
  if (script !== undefined) return expect(script, command).toBe(true);
  const ran = await fixture.shell(command);
  expect(ran, `${command}\n${ran.stderr}`).toMatchObject({ code });
}

/** Runs a page's blocks of commands and of modules in order, and expects each to work. */
export async function followBlocks(fixture: Fixture, blocks: readonly Block[]): Promise<void> {
  let modules: string[] = [];
  const runModules = async () => {
    const texts = modules;
    modules = [];
    if (texts.length === 0) return;
    const ran = await fixture.modules(texts);
    expect(ran, `${texts.join('\n')}\n${ran.stderr}`).toMatchObject({ code: 0, stderr: '' });
  };
  for (const { language, info, text } of blocks) {
    if (language === 'ts') modules.push(text);
    if (language !== 'sh') continue;
    await runModules();
    for (const command of commandsOf(text)) await runCommand(fixture, command, codeOf(info));
  }
  await runModules();
}
