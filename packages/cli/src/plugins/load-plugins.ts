/**
 * Resources of your own on the command line: modules outside the package, which `--plugin`, FORECOURT_PLUGINS or the
 * setting `plugins` names. Loaded only by a run that needs them, because they bring core along.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type AnyOwnResource,
  findResource,
  ownResources,
  type RegisteredResource,
  registerResources,
} from '@forecourt/core';
import { CommandError } from '../command-error.ts';
import type { CommandSpec, GroupSpec, LoadedPlugins } from '../commands/command.types.ts';
import { detailsOf } from '../commands/command-details.ts';
import { setPluginGroups } from '../commands/plugin-groups.ts';
import { resourceGroup } from '../commands/resource-command.ts';
import { toEntry } from '../commands/resource-entry.ts';
import { EXIT } from '../exit-codes.ts';

const refused = (file: string, why: string, detail?: string): CommandError =>
  new CommandError(EXIT.usage, 'bad_plugin', `The plugin ${file} cannot be used: ${why}`, {
    detail:
      detail ??
      'Correct the file, or name another with --plugin, FORECOURT_PLUGINS or `forecourt config set plugins`.',
  });

/** The line of the file at which it failed, in words; '' if neither the error nor Node's check of the syntax says. */
function lineIn(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const found =
    error instanceof SyntaxError ? spawnSync(process.execPath, ['--check', file]).stderr : stack;
  const at = String(found).split(error instanceof SyntaxError ? file : pathToFileURL(file).href)[1];
  const line = at && /^:(\d+)/.exec(at)?.[1];
  return line ? ` (line ${line})` : '';
}

async function modulesAt(file: string): Promise<readonly AnyOwnResource[]> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw refused(file, 'there is no such file.');
  if (found.isDirectory()) throw refused(file, 'it is a folder. Name a file in it.');
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(file).href);
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw refused(file, `${why}${lineIn(error, file)}`);
  }
  if (loaded.default === undefined) {
    throw refused(file, 'it has no default export. Export the resource, or a list of several.');
  }
  return (Array.isArray(loaded.default) ? loaded.default : [loaded.default]) as AnyOwnResource[];
}

/** Commands of a resource, with what the build adds to those of the product's own. */
async function groupOf(registered: RegisteredResource): Promise<GroupSpec> {
  const group = resourceGroup(await toEntry(registered));
  const details = Object.fromEntries(await detailsOf(registered));
  const whole = (spec: CommandSpec): CommandSpec => {
    const more = details[`${group.name}.${spec.name}`];
    return spec.more && more ? { ...spec, more: async () => more } : spec;
  };
  const commands = group.commands().map(whole);
  return { ...group, commands: () => commands };
}

/**
 * Loads plugins one by one, so that a broken one costs no other. `taken` are the program's own commands, which no resource
 * may be called.
 */
export async function loadPlugins(
  files: readonly string[],
  taken: readonly string[],
): Promise<LoadedPlugins> {
  const failures: CommandError[] = [];
  const ended: (() => void)[] = [];
  for (const file of new Set(files.map((one) => resolve(one)))) {
    try {
      const resources = await modulesAt(file);
      const clash = resources.find((one) => one?.name !== undefined && taken.includes(one.name));
      if (clash && !findResource(clash.name)) {
        throw refused(file, `${clash.name} is a command already. Choose another name.`);
      }
      ended.push(registerResources(resources));
    } catch (error) {
      if (error instanceof CommandError) failures.push(error);
      else failures.push(refused(file, (error as Error).message));
    }
  }
  const groups = await Promise.all(
    ownResources().flatMap(({ name }) => {
      const registered = findResource(name);
      return registered ? [groupOf(registered)] : [];
    }),
  );
  setPluginGroups(groups);
  const takeBack = () => {
    for (const end of ended) end();
    setPluginGroups([]);
  };
  return { groups, failures, takeBack };
}
