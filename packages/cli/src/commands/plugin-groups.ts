import type { GroupSpec } from './command.types.ts';

let groups: readonly GroupSpec[] = [];

/** The groups of resources of your own in this run. */
export const pluginGroups = (): readonly GroupSpec[] => groups;

/** Replaces the groups of resources of your own. */
export function setPluginGroups(loaded: readonly GroupSpec[]): void {
  groups = loaded;
}
