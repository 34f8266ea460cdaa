import { Command, CommanderError, Option } from 'commander';
import { usageError } from './command-error.ts';
import type {
  CommandSpec,
  GroupSpec,
  LoadedPlugins,
  OptionSpec,
} from './commands/command.types.ts';
import { GLOBAL_OPTIONS } from './commands/global-options.ts';
import { GROUP_NAMES } from './commands/group-names.ts';
import { TOP_COMMANDS } from './commands/session-commands.ts';
import { wholeCommand } from './commands/whole-command.ts';
import { EXIT, EXIT_LINES } from './exit-codes.ts';
import { emptyName } from './input/empty-names.ts';
import { refuseEmptyIds } from './input/ids.ts';
import { keepSecret } from './redact.ts';
import { reportError } from './report-error.ts';
import type { Runtime } from './runtime.ts';
import { pluginFiles } from './settings/settings.ts';
import { VERSION } from './version.ts';

/** Runs the command in `argv`. Returns the exit code and never throws. */
export async function runProgram(runtime: Runtime): Promise<number> {
  keepSecret(runtime.env.FORECOURT_TOKEN);
  const plugins = await pluginsFor(runtime);
  const argv = await withHelpOption(runtime.argv, plugins.groups);
  const groups = await calledGroups(argv, plugins.groups);
  const run: Run = {
    runtime,
    argv,
    groups,
    plugins,
    operation: operationIn(argv, groups),
    exitCode: EXIT.done,
  };
  try {
    reportPlugins(run);
    const program = await build(run);
    await Promise.race([
      program.parseAsync(argv, { from: 'user' }),
      ...(runtime.crashes ? [runtime.crashes.fatal] : []),
    ]);
    return run.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return endOfCommander(run, error);
    return reportError(run.runtime, run.operation, error);
  } finally {
    plugins.takeBack();
  }
}

const NO_PLUGINS: LoadedPlugins = { groups: [], failures: [], takeBack: () => undefined };

/** Commands of the product that show resources of your own, too. */
const SHOW_ALL: readonly string[] = ['access', 'completion', 'find', 'help', 'trail', 'views'];

const isBuiltIn = (name: string): boolean =>
  [...TOP_COMMANDS, ...GROUP_NAMES, ...REWRITTEN].some((known) => known.name === name);

/** The words that are neither options of every command nor their values: the command, then what follows it. */
function wordsIn(argv: readonly string[]): readonly string[] {
  const withValue = GLOBAL_OPTIONS.filter(({ flags }) => flags.includes('<')).map(
    ({ flags }) => flags.split(' ')[0],
  );
  return argv.filter(
    (word, index) => !word.startsWith('-') && !withValue.includes(argv[index - 1] ?? ''),
  );
}

const commandIn = (argv: readonly string[]): string | undefined => wordsIn(argv)[0];

/** Loads plugins if the command may be theirs or shows them: core is large, and a broken file must not stop other commands. */
async function pluginsFor(runtime: Runtime): Promise<LoadedPlugins> {
  const files = pluginFiles(runtime);
  const command = commandIn(runtime.argv);
  const needsNoPlugin = command !== undefined && isBuiltIn(command) && !SHOW_ALL.includes(command);
  if (files.length === 0 || needsNoPlugin) return NO_PLUGINS;
  const { loadPlugins } = await import('./plugins/load-plugins.ts');
  return loadPlugins(
    files,
    [...TOP_COMMANDS, ...GROUP_NAMES, ...REWRITTEN].map(({ name }) => name),
  );
}

/** Throws if the command may be one that a broken plugin would have had; warns of it otherwise. */
function reportPlugins({ plugins, runtime }: Run): void {
  const command = commandIn(runtime.argv);
  const [first] = plugins.failures;
  const isKnown =
    command === undefined ||
    isBuiltIn(command) ||
    plugins.groups.some(({ name }) => name === command);
  if (first && !isKnown) throw first;
  if (command === 'completion' || runtime.argv.includes('--quiet')) return;
  for (const { message } of plugins.failures) runtime.stderr.write(`${message}\n`);
}

/**
 * Rewrites `help cards list` to `cards list --help` and `version` to `--version`, as other programs
 * do. Leaves unknown commands in place, so that they are reported.
 */
async function withHelpOption(
  argv: readonly string[],
  plugins: readonly GroupSpec[],
): Promise<readonly string[]> {
  const [first, ...path] = wordsIn(argv);
  if (first === 'help') return (await isCommandPath(path, plugins)) ? [...path, '--help'] : path;
  const isVersion = first === 'version' && path.length === 0;
  if (argv[0] === '-V' || (isVersion && !argv.some((word) => HELP.includes(word)))) {
    return ['--version'];
  }
  return argv;
}

const HELP = ['-h', '--help'];

async function isCommandPath(
  [name, command]: readonly string[],
  plugins: readonly GroupSpec[],
): Promise<boolean> {
  const names = [...TOP_COMMANDS, ...GROUP_NAMES, ...REWRITTEN, ...plugins].map(
    (known) => known.name,
  );
  if (name === undefined) return true;
  if (!names.includes(name)) return false;
  if (command === undefined) return true;
  const [group] = await calledGroups([name], plugins);
  return group?.commands().some((known) => known.name === command) === true;
}

/** Loads the commands only of a group that the arguments name: the program's help needs no more. */
async function calledGroups(
  argv: readonly string[],
  plugins: readonly GroupSpec[],
): Promise<readonly GroupSpec[]> {
  const called = plugins.filter(({ name }) => argv.includes(name));
  if (!GROUP_NAMES.some(({ name }) => argv.includes(name))) return called;
  const { GROUPS } = await import('./commands/table.ts');
  return [...GROUPS.filter(({ name }) => argv.includes(name)), ...called];
}

/** Shown in the help; `withHelpOption` turns them into options before they run. */
const REWRITTEN = [
  { name: 'help', args: ' [command...]', summary: 'show help for a command' },
  { name: 'version', args: '', summary: 'show the version' },
];

interface Run {
  readonly runtime: Runtime;
  readonly argv: readonly string[];
  readonly groups: readonly GroupSpec[];
  readonly plugins: LoadedPlugins;
  operation: string;
  exitCode: number;
}

/** The command for errors that occur before it runs: 'cards.list', 'cards', 'forecourt'. */
function operationIn(argv: readonly string[], [group]: readonly GroupSpec[]): string {
  const top = TOP_COMMANDS.find(({ name }) => argv.includes(name));
  const command = group?.commands().find(({ name }) => argv.includes(name));
  if (group === undefined) return top?.name ?? 'forecourt';
  return command ? `${group.name}.${command.name}` : group.name;
}

const wantsJson = ({ runtime }: Run): boolean => runtime.argv.includes('--json');

async function endOfCommander(run: Run, error: CommanderError): Promise<number> {
  if (error.exitCode === 0) return EXIT.done;
  const isHelp = error.code === 'commander.help';
  if (isHelp && !wantsJson(run)) return EXIT.usage;
  const message = isHelp
    ? 'A command is missing: see --help.'
    : error.message.replace(/^error: /, '');
  return reportError(run.runtime, run.operation, usageError(message, await advice(run, error)));
}

/** Advice for an unknown word: similar commands, and the help that lists all. */
async function advice(run: Run, { code, message }: CommanderError): Promise<string | undefined> {
  if (code === 'commander.help') return undefined;
  const path = run.operation === 'forecourt' ? [] : run.operation.split('.');
  const help = `See \`${['forecourt', ...path, '--help'].join(' ')}\`.`;
  const word = /'(.*)'/.exec(message)?.[1];
  if (word === undefined) return help;
  const { similarCommands, similarOptions } = await import('./commands/suggestions.ts');
  const guesses =
    code === 'commander.unknownOption'
      ? await similarOptions(word, path, run.plugins.groups)
      : code === 'commander.unknownCommand'
        ? similarCommands(word, path, run.plugins.groups).map((words) => `forecourt ${words}`)
        : [];
  return guesses.length > 0 ? `Did you mean ${guesses.join(', ')}? ${help}` : help;
}

async function build(run: Run): Promise<Command> {
  const { runtime } = run;
  const program = new Command('forecourt')
    .description('Back office for fuel cards and fleet billing.')
    .usage('<command> [options]')
    .version(VERSION, '-v, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void runtime.stdout.write(text),
      // Prints the help for a missing command; with --json the error document replaces it.
      writeErr: (text) => void (wantsJson(run) || runtime.stderr.write(text)),
      outputError: () => undefined,
      getOutHelpWidth: () => runtime.stdout.columns ?? 100,
      getErrHelpWidth: () => runtime.stderr.columns ?? 100,
    })
    .addHelpText('after', ['\nExit codes:', ...EXIT_LINES].join('\n  '));
  for (const option of GLOBAL_OPTIONS) program.addOption(toOption(option));
  for (const spec of TOP_COMMANDS) addCommand(run, program, spec, spec.name);
  for (const { name, summary, args } of REWRITTEN) program.command(name + args).summary(summary);
  const groups = [...GROUP_NAMES, ...run.plugins.groups];
  for (const { name, summary } of groups) await addGroup(run, program, name, summary);
  return program;
}

async function addGroup(run: Run, program: Command, name: string, summary: string): Promise<void> {
  const command = program.command(name).helpCommand(false).summary(summary).description(summary);
  const group = run.groups.find((called) => called.name === name);
  for (const spec of group?.commands() ?? []) {
    const whole = await wholeCommand(spec, run.argv);
    addCommand(run, command, whole, `${name}.${spec.name}`);
  }
}

function addCommand(run: Run, parent: Command, spec: CommandSpec, operation: string): void {
  const command = parent.command(spec.name).summary(spec.summary).description(spec.summary);
  for (const [name, description] of spec.args ?? []) command.argument(name, description);
  for (const option of spec.options ?? []) command.addOption(toOption(option));
  command.addHelpText('after', () => helpTail(spec));
  command.action(async (...provided) => {
    run.operation = operation;
    for (const [index, [name]] of (spec.args ?? []).entries()) {
      if (name.startsWith('<id')) refuseEmptyIds(provided[index]);
    }
    const options = command.optsWithGlobals();
    const { run: handle } = await spec.handler();
    run.exitCode = await handle({
      operation,
      resource: spec.resource,
      from: spec.from,
      args: provided.slice(0, -2),
      options,
      fault: emptyName([...(spec.options ?? []), ...GLOBAL_OPTIONS], options),
      runtime: run.runtime,
    });
  });
}

function toOption({ description, flags, hidden, repeat, section }: OptionSpec): Option {
  const option = new Option(flags, description);
  if (repeat) option.argParser(collect).default([], 'none');
  if (section) option.helpGroup(`${section}:`);
  return hidden ? option.hideHelp() : option;
}

const collect = (value: string, former: readonly string[]): string[] => [...former, value];

function helpTail({ notes, examples }: CommandSpec): string {
  const lines = examples.map((example) => `  ${example}`).join('\n');
  return `${notes ? `\n${notes}\n` : ''}\nExamples:\n${lines}`;
}
