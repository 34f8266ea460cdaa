/**
 * The options of commands that fill in a form, derived from its definition. This table is as large
 * as all forms together, so the build evaluates it into a separate file, loaded only when such a
 * command runs.
 */
import { generateReport, RESOURCES } from '@forecourt/core';
import type { CommandDetails } from './command.types.ts';
import { actionDetails, detailsOf } from './command-details.ts';

/** Keyed by operation: 'cards.create'. */
export const COMMAND_TABLE: Readonly<Record<string, CommandDetails>> = Object.fromEntries([
  ...(await Promise.all(RESOURCES.map(detailsOf))).flat(),
  actionDetails('reports', 'reports', generateReport),
]);
