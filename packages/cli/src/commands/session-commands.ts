import type { CommandSpec } from './command.types.ts';

export const SESSION_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'login',
    summary: 'sign in and keep the authorization for this profile',
    options: [
      { flags: '--email <email>', description: 'the account; asked for when left out' },
      { flags: '--password-stdin', description: 'read the password from standard input' },
    ],
    examples: [
      'forecourt login --email night@example.com',
      'forecourt login --email night@example.com --password-stdin < password.txt',
      'FORECOURT_TOKEN=… forecourt login',
    ],
    notes:
      'No option takes a secret. FORECOURT_TOKEN alone signs every command in, with nothing kept;\n' +
      '`forecourt login` with it, and without --email, checks and keeps it.',
    handler: () => import('../handlers/login.ts'),
  },
  {
    name: 'logout',
    summary: 'end the authorization kept for this profile, and forget it',
    examples: ['forecourt logout --profile night'],
    handler: () => import('../handlers/logout.ts'),
  },
  {
    name: 'whoami',
    summary: 'show who is signed in, and where',
    options: [
      { flags: '--sessions', description: 'where this account is signed in, and since when' },
    ],
    examples: ['forecourt whoami', 'forecourt whoami --sessions', 'forecourt whoami --json'],
    handler: () => import('../handlers/whoami.ts'),
  },
  {
    name: 'password',
    summary: 'change your own password; all other sessions are over then',
    options: [
      {
        flags: '--password-stdin',
        description: 'read two lines from standard input: the current password, then the new one',
      },
    ],
    examples: ['forecourt password', 'forecourt password --password-stdin < passwords.txt'],
    notes:
      'A password has at least 12 characters, differs from the email and its name, and is none of the\n' +
      'ten thousand most used.',
    handler: () => import('../handlers/password.ts'),
  },
  {
    name: 'doctor',
    summary: 'find out what is wrong with set-up, service, sign-in and journal',
    examples: ['forecourt doctor', 'forecourt doctor --json'],
    handler: () => import('../handlers/doctor.ts'),
  },
];
