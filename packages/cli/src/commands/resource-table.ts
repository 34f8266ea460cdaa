/**
 * What the entry must know of core's registry, as plain data. The build evaluates this file and puts
 * its values in its place (tsup.config.ts), so that the entry loads neither core nor its schemas.
 */
import { RESOURCES, type ResourcePlace, TRANSACTION_PROVIDERS } from '@forecourt/core';

export interface ResourceEntry {
  readonly name: string;
  readonly noun: readonly [singular: string, plural: string];
  readonly columns: readonly (readonly [field: string, label: string])[];
  readonly dated: boolean;
  readonly hasRecord: boolean;
  readonly export: { readonly byFilter: boolean; readonly fileName: string } | undefined;
}

async function toEntry({ name, noun, record, loadList }: ResourcePlace): Promise<ResourceEntry> {
  const { list, export: exported } = await loadList();
  return {
    name,
    noun,
    columns: list.columns.map(({ field, label }) => [field, label] as const),
    dated: list.dateField !== undefined,
    hasRecord: record !== undefined,
    export: exported && { byFilter: exported.byFilter === true, fileName: exported.fileName },
  };
}

export const RESOURCE_TABLE: readonly ResourceEntry[] = await Promise.all(RESOURCES.map(toEntry));

export const PROVIDERS: readonly string[] = TRANSACTION_PROVIDERS;
