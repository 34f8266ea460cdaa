/**
 * Suggestions for an unknown command or option: first its common synonyms, then similar spellings.
 * Loaded only for an unknown word, so other commands don't pay for it.
 */
import { distance } from 'fastest-levenshtein';
import type { GroupSpec } from './command.types.ts';
import { GLOBAL_OPTIONS } from './global-options.ts';
import { TOP_COMMANDS } from './session-commands.ts';
import { GROUPS as BUILT_IN } from './table.ts';

const MOST = 4;

/** Synonyms of a command within a group. */
const VERBS: Readonly<Record<string, string>> = {
  check: 'dry-run lint preflight test validate verify',
  create: 'add insert make new pay post register',
  delete: 'del destroy drop erase remove rm undo',
  download: 'fetch pdf print save',
  email: 'mail send',
  explain: 'reason why',
  export: 'backup csv dump save',
  generate: 'create make new run',
  get: 'describe detail details find info inspect open read show view',
  import: 'ingest load push send submit upload',
  list: 'all find index list ls query search show',
  permissions: 'access rights roles',
  resolve: 'continue finish resume retry settle',
  reverse: 'cancel refund return undo void',
  run: 'bill make month monthly',
  show: 'describe detail details get info status view',
  to: 'account company into use',
  update: 'change edit modify patch put set',
  upload: 'import load push send set',
  void: 'cancel',
};

/** Synonyms at the top level. */
const TOP: Readonly<Record<string, readonly string[]>> = {
  account: ['whoami', 'switch list'],
  aging: ['reports generate'],
  audit: ['audit list'],
  bill: ['invoices run'],
  billing: ['invoices run'],
  auth: ['login', 'whoami'],
  diagnose: ['doctor'],
  'exit-code': ['help'],
  'exit-codes': ['help'],
  env: ['config list'],
  health: ['doctor'],
  history: ['imports list', 'audit list'],
  init: ['config set', 'login'],
  journal: ['imports list'],
  log: ['imports list', 'audit list'],
  logs: ['imports list', 'audit list'],
  me: ['whoami'],
  inbox: ['transactions import'],
  night: ['transactions import'],
  passwd: ['password'],
  pay: ['payments create'],
  permissions: ['access list'],
  ping: ['doctor'],
  prices: ['rates upload', 'rates check'],
  profile: ['whoami', 'config list'],
  purchases: ['transactions list'],
  report: ['reports generate'],
  rights: ['access list'],
  session: ['whoami'],
  sessions: ['whoami'],
  settings: ['config list'],
  setup: ['config set', 'login'],
  signin: ['login'],
  'sign-in': ['login'],
  signout: ['logout'],
  'sign-out': ['logout'],
  status: ['imports list', 'doctor', 'whoami'],
  su: ['switch to'],
  tx: ['transactions list'],
  txn: ['transactions list'],
  update: ['cards update', 'transactions update', 'invoices update'],
};

/** Synonyms of an option. */
const OPTIONS: Readonly<Record<string, string>> = {
  '--base-url': 'address api endpoint host server service url',
  '--columns': 'column fields select show',
  '--concurrency': 'j jobs parallel threads workers',
  '--data': 'body d from-file input-file payload',
  '--dry-run': 'check dry n noop preview simulate test what-if',
  '--email': 'account login u user username',
  '--filter': 'grep match provider q query search where',
  '--format': 'output-format type',
  '--from': 'after begin date-from from-date since start start-date',
  '--help': '? h man usage',
  '--inbox': 'dir directory folder input-dir',
  '--json': 'as-json format=json j output-json',
  '--max-issues': 'max-errors',
  '--no-color': 'mono monochrome no-colors no-colour plain',
  '--no-input': 'batch non-interactive noninteractive unattended',
  '--open': 'failed pending unresolved',
  '--out': 'dest destination file output output-dir save-as target to-file',
  '--page': 'offset p skip',
  '--paid': 'amount value',
  '--password-stdin': 'p pass passwd password pwd secret',
  '--profile': 'context env',
  '--provider': 'file-type from-provider kind source supplier type vendor',
  '--quiet': 'q s silent',
  '--reference': 'ref',
  '--size': 'count l limit max n number page-size per-page rows top',
  '--sort': 'order order-by orderby sort-by',
  '--timeout': 'max-time t wait',
  '--to': 'before date-to end end-date to-date until',
  '--verbose': 'd debug trace vv',
  '--yes': 'assume-yes confirm f force y',
};

/**
 * Returns the words to try instead, best first. `path` is the group of the unknown word; empty at
 * the top level. `plugins` are the groups of resources of your own.
 */
export function similarCommands(
  word: string,
  path: readonly string[],
  plugins: readonly GroupSpec[] = [],
): readonly string[] {
  const [groupName] = path;
  const groups = [...BUILT_IN, ...plugins];
  const group = groups.find(({ name }) => name === groupName);
  if (groupName === 'sessions' && hasWord(VERBS.list, word)) return ['whoami --sessions'];
  const meant = group ? verbsFor(word, namesOf(group)) : topFor(word, groups);
  return meant.slice(0, MOST).map((found) => [...(group ? [group.name] : []), found].join(' '));
}

/** Returns the options to try instead of an unknown one, best first. */
export async function similarOptions(
  option: string,
  path: readonly string[],
  plugins: readonly GroupSpec[] = [],
): Promise<readonly string[]> {
  const bare = option.replace(/^-+/, '').replace(/=.*$/, '').toLowerCase();
  const offered = await optionsAt(path, plugins);
  const known = offered.filter((name) => hasWord(OPTIONS[name], bare));
  const alike = nearest(
    bare,
    offered.map((name) => name.slice(2)),
  ).map((name) => `--${name}`);
  return [...new Set([...known, ...alike])].slice(0, MOST);
}

const hasWord = (words: string | undefined, word: string): boolean =>
  words?.split(' ').includes(word) === true;

const namesOf = (group: GroupSpec): readonly string[] => group.commands().map(({ name }) => name);

const verbsFor = (word: string, names: readonly string[]): readonly string[] => {
  const known = Object.keys(VERBS).filter(
    (name) => names.includes(name) && hasWord(VERBS[name], word.toLowerCase()),
  );
  return [...new Set([...known, ...nearest(word, names)])];
};

function topFor(word: string, all: readonly GroupSpec[]): readonly string[] {
  const groups = all.map(({ name }) => name);
  const words = [...TOP_COMMANDS.map(({ name }) => name), ...groups, 'help', 'version'];
  const plural = groups.filter((name) => name === `${word}s` || name === word.replace(/y$/, 'ies'));
  const commands = all.flatMap((group) =>
    namesOf(group).map((name) => ({ verb: name, words: `${group.name} ${name}` })),
  );
  const exists = (path: string) =>
    words.includes(path) || commands.some((command) => command.words === path);
  const typed = word.toLowerCase();
  const near = Object.keys(TOP).find((name) => name.length > 3 && distance(typed, name) <= 2);
  const known = (TOP[typed] ?? []).filter(exists);
  const slips = (near === undefined ? [] : (TOP[near] ?? [])).filter(exists);
  const verbs = commands
    .filter(({ verb }) => verb === word || hasWord(VERBS[verb], word.toLowerCase()))
    .sort((a, b) => Number(b.verb === word) - Number(a.verb === word))
    .map(({ words }) => words);
  return [...new Set([...plural, ...known, ...nearest(word, words), ...verbs, ...slips])];
}

/** Names with a similar spelling: at most half of the letters differ. */
const nearest = (word: string, names: readonly string[]): readonly string[] =>
  names
    .map((name) => ({ name, off: distance(word.toLowerCase(), name) }))
    .filter(({ name, off }) => off <= Math.max(name.length, word.length) / 2)
    .sort((a, b) => a.off - b.off)
    .map(({ name }) => name);

async function optionsAt(
  [first, second]: readonly string[],
  plugins: readonly GroupSpec[],
): Promise<readonly string[]> {
  const { wholeCommand } = await import('./whole-command.ts');
  const spec =
    TOP_COMMANDS.find(({ name }) => name === first) ??
    [...BUILT_IN, ...plugins]
      .find(({ name }) => name === first)
      ?.commands()
      .find(({ name }) => name === second);
  const own = spec ? ((await wholeCommand(spec, [spec.name, '--help'])).options ?? []) : [];
  const globals = [...GLOBAL_OPTIONS, { flags: '--help', description: '' }];
  return [...own, ...globals].flatMap(
    ({ flags }) => flags.split(/[ ,]+/).find((name) => name.startsWith('--')) ?? [],
  );
}
