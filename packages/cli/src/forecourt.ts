/**
 * The process: reads argv and signals, runs the program, sets the exit code. This folder holds what
 * every command shares (runtime, errors, exit codes, masking of secrets). What a command does
 * belongs in `handlers/`, how it is called in `commands/`; rules and workflows belong in core.
 */
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { watchCrashes } from './crashes.ts';
import { pluginFiles } from './settings/settings.ts';
import { VERSION } from './version.ts';

const argv = process.argv.slice(2);
/** The error that ended standard output. */
let lost: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error) => {
  lost ??= error;
});
// A closed standard error (`2>&1 | head`) must not stop the work.
process.stderr.on('error', () => undefined);

// Scripts ask for the version on every start, so it doesn't load commander.
if (argv.length === 1 && ['--version', '-v', '-V', 'version'].includes(argv[0] ?? '')) {
  process.stdout.write(`${VERSION}\n`);
  finish(0);
} else if (isTooOld(process.versions.node)) {
  process.stderr.write(
    `forecourt: Node 22.22 or newer is needed; this is ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else if (isPlainHelp()) {
  import('./program-help.ts').then(({ PROGRAM_HELP }) => {
    process.stdout.write(PROGRAM_HELP);
    finish(0);
  });
} else {
  start();
}

/** Whether the help is what the build wrote: plugins add to it, and a terminal has a width of its own. */
function isPlainHelp(): boolean {
  const asks = argv.length === 1 && ['--help', '-h', 'help'].includes(argv[0] ?? '');
  return asks && !process.stdout.isTTY && pluginFiles({ argv, env: process.env }).length === 0;
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < 22 || (major === 22 && minor < 22);
}

function start(): void {
  const interrupt = new AbortController();
  const onSignal = () => {
    // The first signal lets work end cleanly; a second one ends the process at once.
    if (interrupt.signal.aborted) stopAtOnce(argv.includes('--json'));
    interrupt.abort();
  };
  // SIGHUP: the terminal or the connection to it is gone; the report and the alarms are still needed.
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  enableCompileCache(join(cache, 'forecourt'));
  const { stdout, stderr, env } = process;
  const crashes = watchCrashes();
  import('./program.ts')
    .then(({ runProgram }) =>
      runProgram({
        argv,
        env,
        get stdin() {
          return process.stdin;
        },
        stdout,
        stderr,
        signal: interrupt.signal,
        crashes,
      }),
    )
    .catch((error: unknown) => {
      stderr.write(
        `forecourt: unexpected error: ${error instanceof Error ? error.message : error}\n`,
      );
      return 1;
    })
    .then(finish);
}

const STOPPED =
  'Stopped at once. A file that was being sent may have been imported: `forecourt imports list --open` shows it, and the same command again finds out.';

function stopAtOnce(json: boolean): void {
  const error = { code: 'interrupted', message: STOPPED };
  process.stderr.write(`${json ? JSON.stringify({ ok: false, error }) : STOPPED}\n`);
  finish(130);
}

/** Exits without waiting for idle connections, but only after the last byte of output is flushed. */
function finish(code: number): void {
  process.stdout.write('', (error) => {
    lost ??= error ?? undefined;
    const exitCode = lost && code === 0 ? codeOfLost(lost) : code;
    process.stderr.write('', () => process.exit(exitCode));
  });
}

/** A closed pipe (`| head`) ends the run as it ends any shell tool: SIGPIPE, 128 + 13. */
function codeOfLost({ code, message }: NodeJS.ErrnoException): number {
  if (code === 'EPIPE') return 141;
  process.stderr.write(`forecourt: Standard output could not be written: ${message}\n`);
  return 1;
}
