import type { RuleId } from '../rules.ts';

/** Returns the guards of a comma-separated list, as an upload's `accept` has them. */
export const listedGuards = (accept: unknown): readonly RuleId[] =>
  String(accept ?? '')
    .split(',')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '') as RuleId[];
