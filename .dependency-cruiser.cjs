// The directions between folders, held by `npm run check`: web → core ← cli, and the rooms inside core.
const core = (room) => `^packages/core/src/${room}`;
const notTests = { pathNot: '\\.test(-kit)?\\.tsx?$' };

// The command line's rooms, from the ground up: each may import from those before it, never from those after it. A
// command loads its handler only when it is called, which is no such import.
const CLI_ROOMS = [
  'credentials',
  'files',
  'output',
  'settings',
  'input',
  'client',
  'journal',
  'export',
  'drive',
  'preflight',
  'imports',
  'night',
  'commands',
  'completion',
  'handlers',
];
const cli = (rooms) => `^packages/cli/src/(${rooms.join('|')})/`;
const cliRooms = CLI_ROOMS.slice(0, -1).map((room, index) => ({
  name: `cli-${room}-imports-nothing-above-it`,
  severity: 'error',
  from: { path: cli([room]), ...notTests },
  to: {
    path: cli(CLI_ROOMS.slice(index + 1)),
    dependencyTypesNot: ['dynamic-import'],
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...cliRooms,
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      // A module that is loaded when it is called finds the others loaded: the command that completes commands.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'surfaces-never-meet',
      severity: 'error',
      from: { path: '^packages/(cli|web)/src' },
      to: { path: '^packages/(cli|web)/src', pathNot: '^packages/$1/src' },
    },
    {
      name: 'core-knows-no-surface',
      severity: 'error',
      from: { path: '^packages/core/src', ...notTests },
      to: { path: '^(packages/(cli|web)|examples)/' },
    },
    {
      name: 'core-is-entered-by-its-doors',
      severity: 'error',
      from: { pathNot: '^packages/core/' },
      to: {
        path: '^packages/core/src',
        pathNot: '^packages/core/src/(index|provider-files/index|testing/index)\\.ts$',
      },
    },
    {
      name: 'only-the-http-door-knows-ky',
      severity: 'error',
      from: { path: '^packages', pathNot: '^packages/core/src/http/create-http\\.ts$' },
      to: { path: 'node_modules/(\\.pnpm/)?ky' },
    },
    {
      name: 'http-imports-nothing-of-ours',
      severity: 'error',
      from: { path: core('http/'), ...notTests },
      to: { path: core(''), pathNot: core('http/') },
    },
    {
      name: 'workflows-get-definitions-as-input',
      severity: 'error',
      from: { path: core('workflows/'), ...notTests },
      to: { path: core('resources/') },
    },
    {
      name: 'resources-speak-no-http',
      severity: 'error',
      from: { path: core('resources/'), ...notTests },
      to: { path: core('(http|workflows|session)/'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resource-below-workflows',
      severity: 'error',
      from: { path: core('(resource|session|permissions|format|messages)/'), ...notTests },
      to: { path: core('(workflows|resources)/') },
    },
    {
      name: 'core-is-platform-free',
      severity: 'error',
      from: { path: '^packages/core/src', ...notTests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^bench/peers/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
