import { sampleOf } from './sample.ts';

const named = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `${folder}/${name}.test.ts`);

const sandbox = (...names: string[]): string[] => named('examples/sandbox', names);

/**
 * Long tests: random, hostile or killed programs, matrices, clean installations and whole examples. `npm test` runs one file in
 * five, others by each seed; those of the sandbox on one engine. What they go through is tested by example in other files, by
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
  ...named('docs', ['guides', 'site-build']),
  ...named('packages/web/test', ['tab']),
];

/** These open a database of one engine themselves: SQLite in a folder, or several processes on one database. */
const ONLY_SQLITE = sandbox('test/machine-*', 'test/old-node');
const ONLY_POSTGRES = sandbox('test/postgres/*');

/** Tests whose subject ends before the database, so that in `npm test` they run on SQLite alone. */
const ON_EITHER: readonly string[] = sandbox(
  // The reading of files, on threads that open no database.
  'test/hostile-uploads',
  // The limits of HTTP.
  'test/time-limits',
  // The portal's files and their headers.
  'test/portal',
  // Functions that no store is given to.
  ...['src/attachments/zip-stream', 'src/auth/presence', 'src/auth/sign-in-line', 'src/csv'],
  ...['src/http/client-address', 'src/invoices/invoice-wire', 'src/markups/mark-up'],
  'src/settings',
);

/**
 * Tests that write and read the database as those do that always run on both engines. `npm test` runs each on one engine,
 * other ones on either by each seed; `npm run engines` runs them on both.
 */
const ON_ONE_BY_TURNS: readonly string[] = sandbox(
  ...[
    // Choices and forms: their lists are read like any other.
    ...['address-choices', 'card-types', 'customers', 'forms', 'names', 'reference', 'tidy-values'],
    // What is made of rows that were read: files, e-mails, reports and pages.
    ...['card-files', 'invoice-brands', 'invoice-files', 'invoice-mail', 'report-mail'],
    ...['customer-page', 'dashboard', 'report-figures', 'report-pdf', 'report-workbook', 'reports'],
    ...['reports-by-email', 'reports-on-screen', 'smartbuy', 'truckcare'],
    // Parts of lists, and of files that are imported.
    ...['distant-pages', 'import-parts', 'list-parts', 'list-ranges', 'purchase-parts'],
    ...['two-meanings', 'whole-lists'],
    ...['card-import', 'no-sales-type', 'odd-uploads', 'rates', 'slow-reading'],
    // Tables and resources of one's own are stored as text.
    ...['own-resource', 'own-tables', 'views'],
    // HTTP: the port, its threads, and how it ends.
    ...['calm', 'drain', 'line', 'openapi', 'process', 'threads', 'unread', 'wire-manners'],
    // Many cases of what others test by example.
    ...['aging-as-of', 'billing-periods', 'exceptions', 'fuzz/fuzz', 'granted-rights'],
    ...['kills/kills', 'login-limit', 'mail-limit', 'money-sequences', 'odd-people', 'operations'],
    ...['operations-disk', 'permissions', 'rights', 'trail', 'trail-events', 'trail-old-data'],
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
  const taken = sampleOf(LONG, 5);
  return LONG.filter((path) => !taken.includes(path));
}

/** The sandbox's tests that this run leaves out on an engine. */
export function leftOutOn(engine: Engine): string[] {
  if (!isByTurns()) return [...NEVER[engine]];
  const embedded = sampleOf(ON_ONE_BY_TURNS, 2);
  const left = {
    sqlite: ON_ONE_BY_TURNS.filter((path) => !embedded.includes(path)),
    postgres: [...ON_EITHER, ...embedded],
  };
  return [...NEVER[engine], ...left[engine], ...leftToOtherRuns()];
}
