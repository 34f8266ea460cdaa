/**
 * The program's help as a pipe gets it, without plugins. The build runs this file and bundles its
 * value (tsup.config.ts): loading commander takes a quarter of `forecourt --help`.
 */
import { PassThrough } from 'node:stream';
import { runProgram } from './program.ts';

const stdout = new PassThrough();
await runProgram({
  argv: ['--help'],
  env: { FORECOURT_CONFIG_DIR: '/nonexistent' },
  stdin: new PassThrough(),
  stdout,
  stderr: new PassThrough(),
  signal: new AbortController().signal,
});

export const PROGRAM_HELP = String(stdout.read());
