import type { CommandSpec } from './command.types.ts';

export const SESSION_COMMANDS: readonly CommandSpec[] = [
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
    name: 'doctor',
    summary: 'check set-up, service, sign-in and journal for problems',
    examples: ['forecourt doctor', 'forecourt doctor --json'],
    handler: () => import('../handlers/doctor.ts'),
  },
];
