import type { GroupSpec } from '../commands/command.types.ts';
import { pluginGroups } from '../commands/plugin-groups.ts';
import { GROUPS } from '../commands/table.ts';

/** All groups of commands. A table that was evaluated after plugins were loaded has their groups already. */
export function allGroups(): readonly GroupSpec[] {
  const plugins = pluginGroups();
  return [...GROUPS.filter(({ name }) => !plugins.some((one) => one.name === name)), ...plugins];
}
