import type { OptionSpec } from './command.types.ts';

/** Options that every command accepts. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  {
    flags: '--base-url <url>',
    description: "the service's address (FORECOURT_BASE_URL)",
  },
  {
    flags: '--profile <name>',
    description: 'profile to use: settings and sign-in (FORECOURT_PROFILE)',
  },
  {
    flags: '--plugin <file>',
    description: 'load a resource of your own, once or several times (FORECOURT_PLUGINS)',
    repeat: true,
  },
  { flags: '--json', description: 'one JSON document on standard output' },
  { flags: '--quiet', description: 'print results only, no progress or remarks' },
  { flags: '--verbose', description: 'log each call to the service to standard error' },
  {
    flags: '--record <file>',
    description: 'record what happens, into a new file or a folder, for `runs show`',
  },
  { flags: '--no-color', description: 'disable colours (NO_COLOR)' },
  { flags: '--no-input', description: 'never prompt; a missing value is an error' },
  {
    flags: '--timeout <seconds>',
    description: 'time to wait for the next byte of an answer (FORECOURT_TIMEOUT; default: 30)',
  },
];
