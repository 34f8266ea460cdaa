/**
 * The table of all commands. This folder declares how each command is called: arguments, options
 * and help, as data. What a command does belongs in `handlers/`; how options are read belongs in
 * `input/`.
 */
import type { CommandSpec, GroupSpec } from './command.types.ts';
import { COMPLETION_GROUPS } from './completion-commands.ts';
import { IMPORT_COMMANDS } from './import-commands.ts';
import { IMPORTS_GROUPS } from './imports-commands.ts';
import { OWN_COMMANDS, OWN_GROUPS } from './own-commands.ts';
import { RATE_COMMANDS } from './rates-commands.ts';
import { AUDIT_GROUP, resourceGroup } from './resource-command.ts';
import { RESOURCE_TABLE } from './resource-table.ts';
import { RUNS_GROUPS } from './runs-commands.ts';
import { SETUP_GROUPS } from './setup-commands.ts';
import { TAX_GROUPS } from './taxes-commands.ts';

/** Commands that a definition can't express, by resource. */
const BESIDES: Readonly<Record<string, readonly CommandSpec[]>> = {
  ...OWN_COMMANDS,
  transactions: IMPORT_COMMANDS,
  rates: RATE_COMMANDS,
};

export const GROUPS: readonly GroupSpec[] = [
  ...RESOURCE_TABLE.map((entry) => resourceGroup(entry, BESIDES[entry.name])),
  ...TAX_GROUPS,
  ...OWN_GROUPS,
  AUDIT_GROUP,
  ...IMPORTS_GROUPS,
  ...RUNS_GROUPS,
  ...SETUP_GROUPS,
  ...COMPLETION_GROUPS,
];
