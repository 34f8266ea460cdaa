import type { CommandSpec, GroupSpec } from './command.types.ts';

const KEY = [
  '<key>',
  'base-url, timeout, email, credentials, layouts, tax-tables, plugins or profile',
] as const;

const config: readonly CommandSpec[] = [
  {
    name: 'get',
    summary: 'show the effective value of a setting',
    args: [KEY],
    examples: ['forecourt config get base-url'],
    handler: () => import('../handlers/config-get.ts'),
  },
  {
    name: 'set',
    summary: 'store a setting in this profile',
    args: [KEY, ['[value]', 'its new value']],
    options: [{ flags: '--unset', description: 'remove the value' }],
    examples: [
      'forecourt config set base-url https://portal.example.com/api/v1',
      'forecourt config set email night@example.com --profile night',
      'forecourt config set profile night',
      'forecourt config set timeout --unset',
      'forecourt config set credentials file',
      'forecourt config set tax-tables /srv/fuel/taxes',
      'forecourt config set plugins fleet/vehicles.mjs',
    ],
    notes: '`profile` sets the profile to use without --profile and FORECOURT_PROFILE.',
    handler: () => import('../handlers/config-set.ts'),
  },
  {
    name: 'list',
    summary: 'show all settings and where each value comes from',
    examples: ['forecourt config list', 'forecourt config list --json'],
    notes: 'An option overrides the environment, then come the profile and the default.',
    handler: () => import('../handlers/config-list.ts'),
  },
  {
    name: 'path',
    summary: 'show where settings, authorization and journal are kept',
    examples: ['forecourt config path'],
    handler: () => import('../handlers/config-path.ts'),
  },
];

const access: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'list the permissions of this account',
    examples: ['forecourt access list', 'forecourt access list --json'],
    handler: () => import('../handlers/access-list.ts'),
  },
  {
    name: 'explain',
    summary: 'explain why an action is allowed or refused, and who can change that',
    args: [['<action>', "an action: 'transactions.import'"]],
    examples: ['forecourt access explain transactions.import'],
    handler: () => import('../handlers/access-explain.ts'),
  },
];

const plugins: readonly CommandSpec[] = [
  {
    name: 'new',
    summary: 'write the files of a resource of your own',
    args: [['<name>', 'its name in the plural: vehicles']],
    options: [{ flags: '-o, --out <folder>', description: 'where to write them (default: here)' }],
    examples: [
      'forecourt plugins new vehicles',
      'forecourt plugins new fuel-depots --out fleet --json',
    ],
    notes:
      'Writes the resource, the type of its rows and a test; no file is replaced. `--plugin vehicles.mjs` loads it\n' +
      'for a run, `forecourt config set plugins vehicles.mjs` for all. The portal and the sandbox load the same file.',
    handler: () => import('../handlers/plugins-new.ts'),
  },
];

export const SETUP_GROUPS: readonly GroupSpec[] = [
  {
    name: 'access',
    summary: 'show and explain the permissions of this account',
    commands: () => access,
  },
  {
    name: 'config',
    summary: 'show and change settings of the command line',
    commands: () => config,
  },
  {
    name: 'plugins',
    summary: 'write a resource of your own',
    commands: () => plugins,
  },
];
