import { sampleOf } from './sample.ts';

const named = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `${folder}/${name}.test.ts`);

const sandbox = (...names: string[]): string[] => named('examples/sandbox', names);

/**
 * Long tests: random, hostile or killed programs, matrices, clean installations and whole examples. `npm test` runs one file in
 * three, others by each seed; those of the sandbox on one engine. What they go through is tested by example in other files, by
 * which each requirement is proven in every run (`docs/requirements/check.ts`).
 */
export const LONG: readonly string[] = [
  ...named('packages/core/src', [
    'client/malformed-answers',
    'provider-files/reading/corpus',
    'provider-files/reading/damage',
    'provider-files/reading/hostile-files',
    'provider-files/reading/xlsx/scan-sheet',
    'provider-files/seeded-files',
    'provider-files/variants',
    'workflows/paths',
  ]),
  ...named('packages/core/test', ['empty-project', 'package', 'runtimes']),
  ...named('packages/cli/test', [
    ...['addresses', 'binary', 'conform', 'crash-guard', 'disks', 'exports-formats'],
    ...['invoices-run', 'killed-service', 'missing-values', 'nightly', 'recording', 'refusals'],
    ...['restored-service', 'secrets', 'signals', 'soak', 'still-unknown'],
  ]),
  ...sandbox(
    ...['test/aging-as-of', 'test/calm', 'test/fuzz/fuzz', 'test/hostile-uploads'],
    ...['test/kills/kills', 'test/machine-paths', 'test/mail-limit', 'test/money-sequences'],
    ...['test/operations-disk', 'test/postgres/lost-connection', 'test/postgres/replica'],
    ...['test/postgres/shared-database', 'test/postgres/slow-database', 'test/process'],
    ...['test/rights', 'test/threads'],
  ),
  ...named('examples', ['assistant/test/pays-once', 'assistant/test/tools', 'pages', 'services']),
  ...named('docs', ['guides']),
];

/** These open a database of one engine themselves: SQLite in a folder, or several processes on one database. */
const ONLY_SQLITE = sandbox('test/machine-*', 'test/old-node');
const ONLY_POSTGRES = sandbox('test/postgres/*');

/**
 * Tests whose subject ends before the database or follows it, so that in `npm test` they run on SQLite alone; `npm run
 * engines` runs them on both.
 */
const ON_EITHER: readonly string[] = sandbox(
  // The reading of files, on threads that open no database.
  'test/hostile-uploads',
  // The limits of HTTP.
  'test/time-limits',
  // The portal's files and their headers.
  'test/portal',
  // The colours of a document whose rows were read before.
  'test/invoice-brands',
  // Functions that no store is given to.
  ...['src/attachments/zip-stream', 'src/auth/presence', 'src/auth/sign-in-line', 'src/csv'],
  ...['src/http/client-address', 'src/invoices/invoice-wire', 'src/markups/mark-up'],
  'src/settings',
);

/**
 * Tests that reach the database by the same queries as others that run on both engines, so that `npm test` runs one in four
 * of them on PostgreSQL, others by each seed. Money, rights, sessions, imports, lists, odd input, migrations and backups
 * always run on both.
 */
const ON_EITHER_BY_TURNS: readonly string[] = sandbox(
  ...[
    // Choices and forms: their lists are read like any other.
    ...['address-choices', 'card-types', 'customers', 'forms', 'reference', 'rates', 'reports'],
    // Files, e-mails and pages made of rows that were read.
    ...['card-files', 'invoice-files', 'invoice-mail', 'report-mail', 'report-pdf'],
    ...['customer-page', 'dashboard', 'reports-by-email', 'reports-on-screen'],
    // Tables and resources of one's own are stored as text.
    ...['own-resource', 'own-tables'],
    // HTTP: the port, its threads, and how it ends.
    ...['drain', 'line', 'openapi', 'unread', 'wire-manners'],
  ].map((name) => `test/${name}`),
);

/** Tests of many cases of what others test by example on both engines. `npm test` runs each on one engine, by turns. */
const ON_ONE_BY_TURNS: readonly string[] = sandbox(
  ...[
    ...['aging-as-of', 'calm', 'distant-pages', 'fuzz/fuzz', 'granted-rights', 'import-parts'],
    ...['kills/kills', 'login-limit', 'mail-limit', 'money-sequences', 'odd-people'],
    ...['operations-disk', 'permissions', 'process', 'rights', 'threads', 'trail'],
  ].map((name) => `test/${name}`),
);

/** What each of the sandbox's projects never runs. */
const NEVER = { sqlite: ONLY_POSTGRES, postgres: ONLY_SQLITE } as const;

export type Engine = keyof typeof NEVER;

/** `npm test` without arguments. Who names tests, or runs the whole, gets all of them. */
const isByTurns = (): boolean => process.env.TEST_TURNS === 'yes';

/** The long tests that this run leaves to others. */
export function leftToOtherRuns(): string[] {
  if (!isByTurns()) return [];
  const taken = sampleOf(LONG, 3);
  return LONG.filter((path) => !taken.includes(path));
}

/** The sandbox's tests that this run leaves out on an engine. */
export function leftOutOn(engine: Engine): string[] {
  if (!isByTurns()) return [...NEVER[engine]];
  const embedded = sampleOf(ON_ONE_BY_TURNS, 2);
  const byTurns = sampleOf(ON_EITHER_BY_TURNS, 4);
  const left = {
    sqlite: ON_ONE_BY_TURNS.filter((path) => !embedded.includes(path)),
    postgres: [
      ...ON_EITHER,
      ...ON_EITHER_BY_TURNS.filter((path) => !byTurns.includes(path)),
      ...embedded,
    ],
  };
  return [...NEVER[engine], ...left[engine], ...leftToOtherRuns()];
}
