import type { OptionSpec, TreeCommand } from './command-tree.ts';

/** A backslash begins a request in roff; a dot or quote at a line's start is one. */
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

const EXITS = `0 done   1 unexpected   2 usage   3 not signed in   4 no permission
5 the input failed its checks   6 partly done   7 service unreachable or failed
8 outcome unknown, the next run resolves it   130 interrupted`;

/** The command line's man page, from the tree that the program itself is built from. */
export const manPage = (tree: readonly TreeCommand[], globals: readonly OptionSpec[]): string =>
  [
    '.TH FORECOURT 1',
    '.SH NAME',
    'forecourt \\- back office for fuel cards and fleet billing',
    '.SH SYNOPSIS',
    `${bold('forecourt')} \\fIcommand\\fR [\\fIoptions\\fR]`,
    '.SH DESCRIPTION',
    plain(
      'Drives the workflows of a fuel-card provider for people and for nightly runs. Results go to standard output, ' +
        'everything else to standard error; without a terminal nothing is ever asked.',
    ),
    '.SH OPTIONS OF EVERY COMMAND',
    ...optionTerms(globals),
    '.SH COMMANDS',
    ...tree.map(commandPart),
    '.SH EXIT STATUS',
    literal(EXITS),
    '.SH ENVIRONMENT',
    term(bold('FORECOURT_BASE_URL'), "The service's address, with its version."),
    term(bold('FORECOURT_TOKEN'), 'The authorization, with or without Bearer; nothing is kept.'),
    term(bold('FORECOURT_PROFILE'), 'Settings and sign-in to use.'),
    term(bold('FORECOURT_CONFIG_DIR'), 'Where settings, authorization and journal are kept.'),
    '',
  ].join('\n');
