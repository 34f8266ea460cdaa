import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { watchCrashes } from './crashes.ts';
import { VERSION } from './version.ts';

const argv = process.argv.slice(2);
/** Why standard output took no more. */
let lost: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error) => {
  lost ??= error;
});
// Remarks that nobody reads (`2>&1 | head`) end no work.
process.stderr.on('error', () => undefined);

// Scripts ask for the version at every start: commander has no part in the answer.
if (argv.length === 1 && ['--version', '-v', '-V', 'version'].includes(argv[0] ?? '')) {
  process.stdout.write(`${VERSION}\n`);
  finish(0);
} else if (isTooOld(process.versions.node)) {
  process.stderr.write(
    `forecourt: Node 22.22 or newer is needed; this is ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  start();
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < 22 || (major === 22 && minor < 22);
}

function start(): void {
  const interrupt = new AbortController();
  const onSignal = () => {
    // The first signal lets work end cleanly; whoever sends a second one will not wait.
    if (interrupt.signal.aborted) finish(130);
    interrupt.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
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

/** Ends without waiting for idle connections, but only behind the last byte of output. */
function finish(code: number): void {
  process.stdout.write('', (error) => {
    lost ??= error ?? undefined;
    const exitCode = lost && code === 0 ? codeOfLost(lost) : code;
    process.stderr.write('', () => process.exit(exitCode));
  });
}

/** As a shell has it of any tool whose reader has gone (`| head`): ended by SIGPIPE, 128 + 13. */
function codeOfLost({ code, message }: NodeJS.ErrnoException): number {
  if (code === 'EPIPE') return 141;
  process.stderr.write(`forecourt: Standard output could not be written: ${message}\n`);
  return 1;
}
