import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExitCode } from '../exit-codes.ts';
import { oneLine } from '../output/output.ts';
import { redact } from '../redact.ts';
import type { HookEnd } from './night.types.ts';

/** How much of the command's output is kept. */
const KEPT = 2_000;

/** How long after its exit the rest of its output is waited for. */
const REST_MS = 2_000;

export interface Hook {
  readonly command: string;
  readonly timeoutMs: number;
}

interface Reported {
  readonly report: string | undefined;
  readonly page: string | undefined;
  readonly exitCode: ExitCode;
}

/**
 * Runs `--on-finish` through the shell. The command gets FORECOURT_REPORT, FORECOURT_REPORT_HTML
 * (empty when not written) and FORECOURT_EXIT_CODE, but not the run's token. After the time limit
 * it is killed with all its children. Never rejects, because the night has already ended.
 */
export async function runHook(
  { command, timeoutMs }: Hook,
  env: Readonly<Record<string, string | undefined>>,
  { exitCode, page, report }: Reported,
): Promise<HookEnd> {
  const { FORECOURT_TOKEN: _, ...rest } = env;
  const child = spawn(command, {
    shell: true,
    // Its own process group, so that its children can be killed with it.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...rest,
      FORECOURT_REPORT: report ?? '',
      FORECOURT_REPORT_HTML: page ?? '',
      FORECOURT_EXIT_CODE: String(exitCode),
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-KEPT);
    });
  }
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endAll(child.pid);
  }, timeoutMs);
  const closed = new Promise((resolve) => child.once('close', resolve));
  try {
    const [code, signal] = await once(child, 'exit');
    clearTimeout(timer);
    if (!late && code === 0) return { ok: true, message: 'Done.' };
    // Its last output may come after its exit. A daemon that it left behind keeps the streams open.
    await Promise.race([closed, wait(REST_MS, undefined, { ref: false })]);
    const how = late
      ? `was ended after ${timeoutMs / 1000} s`
      : `ended with ${code === null ? signal : code}`;
    // Line by line: what it prints must not steer the terminal that shows it.
    const last = said.split('\n').map(oneLine).join('\n').trim();
    return { ok: false, message: redact(`--on-finish ${how}${last && `: ${last}`}`) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, message: redact(`--on-finish could not be started: ${why}`) };
  } finally {
    clearTimeout(timer);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

function endAll(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
