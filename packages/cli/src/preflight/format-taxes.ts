import type { TaxTableFacts } from '@forecourt/core/provider-files';

/** 'Canada 2026-11, verified on 2026-11-22, holds until 2026-12-31' of each table. */
const tableText = ({ contradictions, name, verifiedOn, verifiedUntil }: TaxTableFacts): string =>
  [
    `${name}, ${verifiedOn === null ? 'never verified' : `verified on ${verifiedOn}`}, holds until ${verifiedUntil}`,
    ...(contradictions ?? []),
  ].join(', ');

export const taxesText = (tables: readonly TaxTableFacts[]): string =>
  tables.map(tableText).join('; then ');
