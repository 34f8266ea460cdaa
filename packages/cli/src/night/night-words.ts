import type { Fault, TaxTable } from './night.types.ts';

/** 'Transactions!F214': as a spreadsheet writes it, and the row where no cell is to blame. */
export function placeText({ cell, row, sheet }: Fault): string {
  const at = cell ?? (row === null ? '' : `row ${row}`);
  if (sheet === null) return at;
  return at === '' ? sheet : `${sheet}!${at}`;
}

/** 'Data!E3 Tran Date TXN-DATE is not a date (someday, expected MM/DD/YY)'. */
export function faultText(fault: Fault): string {
  const { column, expected, message, rule, value } = fault;
  const found = [
    ...(value === null || value === '' ? [] : [value]),
    ...(expected === null ? [] : [`expected ${expected}`]),
  ].join(', ');
  return [placeText(fault), column, rule, message, found && `(${found})`].filter(Boolean).join(' ');
}

/** 'Canada 2026-11, verified on 2026-11-21, holds until 2026-12-31' of each table. */
export const taxesText = (tables: readonly TaxTable[]): string =>
  tables
    .map(({ name, verifiedOn, verifiedUntil }) =>
      [
        name,
        verifiedOn === null ? 'with no day of its verification' : `verified on ${verifiedOn}`,
        `holds until ${verifiedUntil}`,
      ].join(', '),
    )
    .join('; then ');
