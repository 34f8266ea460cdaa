import type { CheckIssue } from './types.ts';

/**
 * Formats an issue as one line for a terminal or a log: place, rule, column, what is wrong, what the cell has and what
 * was expected, and what to do. `Sheet1!F214 TXN-QTY AMT: amount is not quantity × price (12.40, expected 12.04).
 * Compare quantity, price and amount with the receipt, and correct the one that is wrong.`
 *
 * @param issue an issue of a report
 * @returns the line
 */
export function formatIssue(issue: CheckIssue): string {
  const location = locationOf(issue);
  const found = [
    ...(issue.value === null || issue.value === '' ? [] : [issue.value]),
    ...(issue.expected === null ? [] : [`expected ${issue.expected}`]),
  ].join(', ');
  const requires = issue.expected === null && issue.cell !== null ? `${issue.requires} ` : '';
  const column = issue.column === null || issue.column === '' ? '' : ` ${issue.column}:`;
  return `${location} ${issue.rule}${column} ${issue.message}${found === '' ? '' : ` (${found})`}. ${requires}${issue.fix}`;
}

function locationOf({ sheet, file, cell, row }: CheckIssue): string {
  if (sheet === null) return file;
  const at = cell ?? row;
  if (at === null) return sheet;
  // Like a spreadsheet: names that aren't a single word are quoted.
  const name = /^[A-Za-z_]\w*$/.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return `${name}!${at}`;
}
