import type { OptionSpec } from './command.types.ts';

/** Options that every command accepts. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  {
    flags: '--base-url <url>',
    description: "the service's address (FORECOURT_BASE_URL)",
  },
  { flags: '--profile <name>', description: 'settings and sign-in to use (FORECOURT_PROFILE)' },
  { flags: '--json', description: 'one JSON document on standard output' },
  { flags: '--quiet', description: 'results only: no progress and no remarks' },
  { flags: '--verbose', description: 'tell each call to the service on standard error' },
  { flags: '--no-color', description: 'no colours (NO_COLOR)' },
  { flags: '--no-input', description: 'never ask; a missing value is an error' },
  {
    flags: '--timeout <seconds>',
    description:
      'longest wait for the next byte of any call to the service (FORECOURT_TIMEOUT; default: 30)',
  },
];
