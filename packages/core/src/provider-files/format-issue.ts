import type { CheckIssue } from './types.ts';

/**
 * Formats an issue as one line for a terminal or a log: `Sheet1!F214 TXN-QTY amount is not quantity × price
 * (12.40, expected 12.04)`.
 */
export function formatIssue(issue: CheckIssue): string {
  const place = placeOf(issue);
  const found = [
    ...(issue.value === null || issue.value === '' ? [] : [issue.value]),
    ...(issue.expected === null ? [] : [`expected ${issue.expected}`]),
  ].join(', ');
  return `${place} ${issue.rule} ${issue.message}${found === '' ? '' : ` (${found})`}`;
}

function placeOf({ sheet, file, cell, row }: CheckIssue): string {
  if (sheet === null) return file;
  const at = cell ?? row;
  if (at === null) return sheet;
  // Like a spreadsheet: names that aren't a single word are quoted.
  const name = /^[A-Za-z_]\w*$/.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return `${name}!${at}`;
}
