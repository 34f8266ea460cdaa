/**
 * The parts of core's registry that the entry point needs, as plain data. The build replaces this
 * module with its evaluated values (tsup.config.ts), so the entry point loads neither core nor its
 * schemas.
 */
import { RATE_PROVIDERS, RESOURCES, TRANSACTION_PROVIDERS } from '@forecourt/core';
import { type ResourceEntry, toEntry } from './resource-entry.ts';

export const RESOURCE_TABLE: readonly ResourceEntry[] = await Promise.all(RESOURCES.map(toEntry));

export const PROVIDERS: readonly string[] = TRANSACTION_PROVIDERS;

export const RATE_SENDERS: readonly string[] = RATE_PROVIDERS;
