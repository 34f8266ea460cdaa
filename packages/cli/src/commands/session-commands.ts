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
    body: () => import('../bodies/login.ts'),
  },
  {
    name: 'logout',
    summary: 'forget the authorization kept for this profile',
    examples: ['forecourt logout --profile night'],
    body: () => import('../bodies/logout.ts'),
  },
  {
    name: 'whoami',
    summary: 'show who is signed in, and where',
    examples: ['forecourt whoami', 'forecourt whoami --json'],
    body: () => import('../bodies/whoami.ts'),
  },
  {
    name: 'doctor',
    summary: 'find out what is wrong with set-up, service, sign-in and journal',
    examples: ['forecourt doctor', 'forecourt doctor --json'],
    body: () => import('../bodies/doctor.ts'),
  },
];
