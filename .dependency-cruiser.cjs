// The allowed imports between folders, enforced by `npm run check`: web → core ← cli, and the folders inside each.
const packages = require('./docs/architecture/rooms.data.json');

const core = (room) => `^packages/core/src/${room}`;
const notTests = { pathNot: '\\.test(-kit)?\\.tsx?$' };

/** The room itself and all that it may import, directly or by another. */
function reachable(rooms, name, seen = new Set([name])) {
  for (const below of rooms.find((room) => room.name === name).imports) {
    if (!seen.has(below)) reachable(rooms, below, seen.add(below));
  }
  return seen;
}

/** A room is a folder of its name, several, or loose files. */
const pathOf = (root, { name, folders = [name], files }) =>
  files ? `^${root}/(${files.join('|')})$` : `^${root}/(${folders.join('|')})/`;

/** A room of shared files is open to all of its package. */
const directions = packages.flatMap(({ name, root, rooms, free = [] }) =>
  rooms
    .filter((room) => room.name !== 'shared')
    .map((room) => {
      const below = reachable(rooms, room.name).add('shared');
      const others = rooms.filter((other) => !below.has(other.name));
      return {
        name: `${name}-${room.name}-imports-nothing-above-it`,
        severity: 'error',
        from: { path: pathOf(root, room), ...notTests },
        to: {
          path: others.map((other) => pathOf(root, other)),
          ...(free.length > 0 && { dependencyTypesNot: free }),
        },
      };
    })
    .filter(({ to }) => to.path.length > 0),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...directions,
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      // A module that is loaded on demand finds the others loaded: the command that completes commands.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'screens-never-meet',
      severity: 'error',
      from: { path: '^packages/web/src/screens/([^/]+)/', ...notTests },
      to: {
        path: '^packages/web/src/screens/[^/]+/',
        pathNot: '^packages/web/src/screens/$1/',
        dependencyTypesNot: ['dynamic-import'],
      },
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
        pathNot:
          '^packages/core/src/(index|opentelemetry/index|provider-files/index|react/index|recorder/index|testing/index)\\.ts$',
      },
    },
    {
      name: 'only-the-http-door-knows-ky',
      severity: 'error',
      from: { path: '^packages', pathNot: '^packages/core/src/http/create-http\\.ts$' },
      to: { path: 'node_modules/(\\.pnpm/)?ky' },
    },
    {
      // Classic zod adds 20 kB to the portal's first list (docs/decisions/0038).
      name: 'schemas-are-of-zod-mini',
      severity: 'error',
      from: { path: '^(packages|examples|docs)/', ...notTests },
      to: { path: '/zod/(index|v4/(index|classic))', dependencyTypesNot: ['type-only'] },
    },
    {
      // Screens use our wrappers, so that one place holds its styles and settings (docs/decisions/0044).
      name: 'only-parts-and-fields-know-primereact',
      severity: 'error',
      from: { path: '^packages', pathNot: '^packages/web/src/(parts|fields)/' },
      to: { path: 'node_modules/(\\.pnpm/)?primereact' },
    },
    {
      name: 'resources-speak-no-http',
      severity: 'error',
      from: { path: core('resources/'), ...notTests },
      to: { path: core('(http|workflows|session)/'), dependencyTypesNot: ['type-only'] },
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
