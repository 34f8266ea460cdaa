import type { CommandSpec } from './command.types.ts';

/** Top-level commands, in the order of the help. */
export const TOP_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'login',
    summary: 'sign in and store the authorization in this profile',
    options: [
      { flags: '--email <email>', description: 'the account; prompts if left out' },
      { flags: '--password-stdin', description: 'read the password from standard input' },
    ],
    examples: [
      'forecourt login --email night@example.com',
      'forecourt login --email night@example.com --password-stdin < password.txt',
      'FORECOURT_TOKEN=… forecourt login',
    ],
    notes:
      'No option takes a secret. FORECOURT_TOKEN alone signs in every command without storing anything;\n' +
      '`forecourt login` without --email checks and stores it.',
    handler: () => import('../handlers/login.ts'),
  },
  {
    name: 'logout',
    summary: 'sign out of this profile and delete its authorization',
    examples: ['forecourt logout --profile night'],
    handler: () => import('../handlers/logout.ts'),
  },
  {
    name: 'whoami',
    summary: 'show who is signed in, and where',
    options: [
      { flags: '--sessions', description: 'list where this account is signed in, and since when' },
    ],
    examples: ['forecourt whoami', 'forecourt whoami --sessions', 'forecourt whoami --json'],
    handler: () => import('../handlers/whoami.ts'),
  },
  {
    name: 'password',
    summary: 'change your own password and end all other sessions',
    options: [
      {
        flags: '--password-stdin',
        description: 'read two lines from standard input: current password, new password',
      },
    ],
    examples: ['forecourt password', 'forecourt password --password-stdin < passwords.txt'],
    notes:
      'A password must have at least 12 characters, differ from the email and its name, and not be one of\n' +
      'the ten thousand most common passwords.',
    handler: () => import('../handlers/password.ts'),
  },
  {
    name: 'find',
    summary: 'find a record by the beginning of its number or name',
    args: [['<text...>', 'an invoice number, card number, auth code, customer or user']],
    examples: [
      'forecourt find INV-10021',
      'forecourt find 7076 8500',
      "forecourt find 'North Haul' --json",
    ],
    notes:
      'Exact matches come first. Resources that this account may not open are not asked. Exit code 6 when some\n' +
      'resources could not be asked; the rest is printed, and --json lists those resources under `failed`.',
    handler: () => import('../handlers/find.ts'),
  },
  {
    name: 'dashboard',
    summary: 'show what is overdue, unbilled, spent and open',
    examples: ['forecourt dashboard', 'forecourt dashboard --json'],
    notes:
      'Only what this account may read, by currency. --json has the list behind each figure: its resource, filters and\n' +
      'days. Exit code 6 when a part could not be computed; the rest is printed.',
    handler: () => import('../handlers/dashboard.ts'),
  },
  {
    name: 'doctor',
    summary: 'check set-up, service, sign-in and journal for problems',
    examples: ['forecourt doctor', 'forecourt doctor --json'],
    handler: () => import('../handlers/doctor.ts'),
  },
  {
    name: 'conform',
    summary: 'hold a backend against the HTTP contract, promise by promise',
    options: [
      {
        flags: '--email <email>',
        description: 'sign in as this account; otherwise as the profile',
      },
      {
        flags: '--limited-email <email>',
        description: 'an account that lacks rights, to see that it is refused',
      },
      {
        flags: '--password-stdin',
        description: 'read one password per account from standard input, a line each',
      },
      {
        flags: '--allow-writes',
        description: 'check changes too: creates cards of its own and removes them',
      },
      {
        flags: '--only <ids>',
        description: 'check only these promises and those that they need, separated by commas',
      },
      { flags: '--junit <file>', description: 'also save the results as a JUnit file' },
    ],
    examples: [
      'forecourt conform',
      'forecourt conform --email admin@example.com --limited-email new@example.com --password-stdin < passwords.txt',
      'forecourt conform --only etags,row-versions --json',
      'forecourt conform --allow-writes --junit conform.xml --base-url http://127.0.0.1:8080/api/v1',
    ],
    notes:
      'Nothing is changed without --allow-writes. With it, use a test system: a backend that breaks its promises may do\n' +
      'what nobody asked for. Records are named ‘Forecourt conform …’; what could not be removed is named.\n' +
      'Exit code 5 when a promise is broken, 6 when all are kept and a record could not be removed.',
    handler: () => import('../handlers/conform.ts'),
  },
];
