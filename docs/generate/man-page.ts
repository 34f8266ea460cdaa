import type { CommandLine, OptionSpec, TreeCommand } from './command-tree.ts';

/** Escapes a backslash, and a dot or quote at the start of a line, which roff treats as requests. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');

const bold = (text: string): string => `\\fB${plain(text)}\\fR`;

const term = (head: string, text: string): string => `.TP\n${head}\n${plain(text)}`;

const literal = (text: string): string => `.PP\n.nf\n.RS 4\n${plain(text)}\n.RE\n.fi`;

const optionTerms = (options: readonly OptionSpec[]): readonly string[] =>
  options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, description }) => term(bold(flags), description));

function commandPart({ path, spec }: TreeCommand): string {
  const { args = [], examples, notes, options = [], summary } = spec;
  return [
    `.SS ${plain(['forecourt', ...path, ...args.map(([name]) => name)].join(' '))}`,
    plain(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`),
    ...args.map(([name, text]) => term(bold(name), text)),
    ...optionTerms(options),
    ...(notes ? [literal(notes)] : []),
    literal(examples.join('\n')),
  ].join('\n');
}

/** Returns the groups with their own page, in the order of the tree. */
const groupsOf = (tree: readonly TreeCommand[]): readonly string[] => [
  ...new Set(tree.flatMap(({ path }) => (path.length > 1 ? [path[0] ?? ''] : []))),
];

const pageOf = (group: string): string => `forecourt\\-${plain(group)}(1)`;

function groupPage(group: string, tree: readonly TreeCommand[]): string {
  const own = tree.filter(({ path }) => path.length > 1 && path[0] === group);
  return [
    `.TH FORECOURT\\-${plain(group.toUpperCase())} 1`,
    '.SH NAME',
    `forecourt\\-${plain(group)} \\- ${plain(own.map(({ path }) => path[1]).join(', '))}`,
    '.SH SYNOPSIS',
    `${bold(`forecourt ${group}`)} \\fIcommand\\fR [\\fIoptions\\fR]`,
    '.SH COMMANDS',
    ...own.map(commandPart),
    '.SH SEE ALSO',
    'forecourt(1), for the options of every command, exit codes and settings.',
    '',
  ].join('\n');
}

function overviewPage({ exits, globals, tree }: CommandLine): string {
  const groups = groupsOf(tree);
  return [
    '.TH FORECOURT 1',
    '.SH NAME',
    'forecourt \\- back office for fuel cards and fleet billing',
    '.SH SYNOPSIS',
    `${bold('forecourt')} \\fIcommand\\fR [\\fIoptions\\fR]`,
    '.SH DESCRIPTION',
    plain(
      'Drives the workflows of a fuel-card provider for people and for nightly runs. Results go to standard output, ' +
        'everything else to standard error; without a terminal the command never prompts.',
    ),
    '.SH OPTIONS OF EVERY COMMAND',
    ...optionTerms(globals),
    '.SH COMMANDS',
    ...tree.filter(({ path }) => path.length === 1).map(commandPart),
    '.SH GROUPS OF COMMANDS',
    ...groups.map((group) => {
      const verbs = tree.filter(({ path }) => path.length > 1 && path[0] === group);
      return `.TP\n${bold(`forecourt ${group}`)}\n${plain(verbs.map(({ path }) => path[1]).join(', '))}: ${pageOf(group)}`;
    }),
    '.SH EXIT STATUS',
    literal(exits.join('\n')),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.map(([name, text]) => term(bold(name), text)),
    '.SH SEE ALSO',
    groups.map(pageOf).join(', '),
    '',
  ].join('\n');
}

const ENVIRONMENT = [
  ['FORECOURT_BASE_URL', "The service's address; /api/v1 is tried where it has no path."],
  ['FORECOURT_TOKEN', 'The authorization, with or without Bearer; nothing is stored.'],
  ['FORECOURT_PROFILE', 'Settings and sign-in to use.'],
  ['FORECOURT_EMAIL', 'The default account for login.'],
  ['FORECOURT_CREDENTIALS', 'Where login stores the authorization: auto, keychain or file.'],
  ['FORECOURT_CONFIG_DIR', 'The folder for settings, authorization and journal.'],
] as const;

/** Returns the man pages by file name: one for the whole program, and one for each group of commands. */
export const manPages = (line: CommandLine): ReadonlyMap<string, string> =>
  new Map([
    ['forecourt.1', overviewPage(line)],
    ...groupsOf(line.tree).map(
      (group) => [`forecourt-${group}.1`, groupPage(group, line.tree)] as const,
    ),
  ]);
