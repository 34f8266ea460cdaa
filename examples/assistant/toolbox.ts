import { type AnyResource, RESOURCES } from '@forecourt/core';
import { billCustomerTool, previewBilling } from './billing.ts';
import { changesOf } from './changes.ts';
import type { Options } from './options.ts';
import { checkImport, importTransactions } from './preflight.ts';
import { previewsOf } from './previews.ts';
import { readTools } from './reads.ts';
import type { Tool } from './tool.ts';

/** All tools that there are, by name, and which of them this server was started for. */
export interface Toolbox {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly isAllowed: (tool: Tool) => boolean;
}

/** Changes that no definition of a form or action describes. */
const MORE: Readonly<Record<string, readonly Tool[]>> = {
  transactions: [importTransactions],
  invoices: [billCustomerTool],
};

/** The definitions of all resources, in the registry's order. */
export const loadDefinitions = (): Promise<readonly AnyResource[]> =>
  Promise.all(RESOURCES.map(({ loadDefinition }) => loadDefinition()));

/** Builds the tools from the definitions. */
export function openToolbox(
  definitions: readonly AnyResource[],
  { allowed }: Pick<Options, 'allowed'>,
): Toolbox {
  const groups = changesOf(definitions).map(({ resource, tools }) => ({
    resource,
    tools: [...tools, ...(MORE[resource] ?? [])],
  }));
  const changes = groups
    .filter(({ resource }) => allowed === 'all' || allowed.includes(resource))
    .flatMap(({ tools }) => tools);
  const reads = [
    ...readTools(definitions),
    ...previewsOf(definitions),
    checkImport,
    previewBilling,
  ];
  const all = [...reads, ...groups.flatMap(({ tools }) => tools)];
  const open = new Set([...reads, ...changes]);
  return {
    tools: new Map(all.map((tool) => [tool.name, tool])),
    isAllowed: (tool) => open.has(tool),
  };
}
