import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isGone, OWN_PROCESS } from './own-process.ts';

const MODULE = new URL('./own-process.ts', import.meta.url);
const NAME = `import { OWN_PROCESS } from '${MODULE}'; console.log(OWN_PROCESS);`;

const run = (code: string) => ['--input-type=module', '--no-warnings', '-e', code];

describe.skipIf(!existsSync('/proc/self/stat'))('the process of an import', () => {
  it('TXN-13 SHELL-14 is gone once it was killed, and not before', async () => {
    const child = spawn(process.execPath, run(`${NAME} setInterval(() => {}, 1e6);`));
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const name = String(line).trim();
    expect(isGone(name)).toBe(false);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(isGone(name)).toBe(true);
  });

  it('TXN-13 is not taken for a later one with its id, nor for one that cannot be seen', () => {
    const { stdout } = spawnSync(process.execPath, run(NAME), { encoding: 'utf8' });
    const [here, , start] = OWN_PROCESS.split('|');
    expect(isGone(OWN_PROCESS)).toBe(false);
    expect(isGone(stdout.trim())).toBe(true);
    expect(isGone(`${here}|${process.pid}|${Number(start) + 1}`)).toBe(true);
    expect(isGone(`elsewhere|${process.pid}|0`)).toBe(false);
    expect(isGone('')).toBe(false);
  });
});
