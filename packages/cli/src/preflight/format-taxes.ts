import type { TaxTableFacts } from '@forecourt/core/provider-files';

/** The last day of what has no end. */
const NO_END = '9999-12-31';

export const isEndless = (day: string): boolean => day === NO_END;

const holdsText = (day: string): string =>
  isEndless(day) ? 'holds without an end' : `holds until ${day}`;

/** 'Canada 2026-11, verified on 2026-11-22, holds until 2026-12-31' of each table. */
const tableText = ({ contradictions, name, verifiedOn, verifiedUntil }: TaxTableFacts): string =>
  [
    `${name}, ${verifiedOn === null ? 'never verified' : `verified on ${verifiedOn}`}, ${holdsText(verifiedUntil)}`,
    ...(contradictions ?? []),
  ].join(', ');

export const taxesText = (tables: readonly TaxTableFacts[]): string =>
  tables.map(tableText).join('; then ');
