import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { debianProgram } from './debian.ts';
import type { Program } from './pairs.ts';

const SECONDS = 3;

/** Measures a server's time per call under load: 32 connections that call without a pause, from a separate process. */
export const underLoad = (
  name: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Program => ({
  name,
  run: async () => {
    const wrk = debianProgram('/usr/bin/wrk', 'wrk');
    const flags = Object.entries(headers).flatMap(([key, value]) => ['-H', `${key}: ${value}`]);
    const child = spawn(wrk, ['-t1', '-c32', `-d${SECONDS}s`, ...flags, url]);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    await once(child, 'close');
    const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
    if (!(rate > 0) || /Non-2xx/.test(output)) throw new Error(`${name}: ${output}`);
    return { ms: 1000 / rate };
  },
});
