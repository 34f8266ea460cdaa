import { cellText } from '../cells/text.ts';
import { cellReference } from '../plan.ts';
import { makeIssue } from '../row-context.ts';
import type { RuleId } from '../rules.ts';
import type { CheckIssue } from '../types.ts';
import type { RateBook } from './rate-checker.ts';
import type { RateSheet } from './rate-sheets.ts';

/** Determines which sheets contain prices for the requested day, and the issues of the others. */
export function checkDays(
  sheets: readonly RateSheet[],
  { today, waived }: RateBook,
): { readonly taken: ReadonlySet<RateSheet>; issuesOf(sheet: RateSheet): CheckIssue[] } {
  const holds = ({ effective: { days } }: RateSheet) =>
    days !== null && days.from <= today && today <= days.to;
  const current = sheets.filter(holds);
  const other = ({ effective: { days } }: RateSheet) => current.length > 0 && days !== null;
  return {
    taken: new Set(sheets.filter((sheet) => holds(sheet) || !other(sheet))),
    issuesOf(sheet) {
      if (holds(sheet)) return [];
      const { days, found } = sheet.effective;
      if (!days) return [dayIssue('RATE-NO-DATE', sheet, found ?? '', today, waived)];
      const value = days.from === days.to ? days.from : `${days.from} to ${days.to}`;
      const rule = other(sheet) ? 'RATE-SHEET-DAY' : 'RATE-DATE';
      return [dayIssue(rule, sheet, value, today, waived)];
    },
  };
}

function dayIssue(
  rule: RuleId,
  { plan, effective: { row, column } }: RateSheet,
  value: string,
  expected: string,
  waived: ReadonlySet<RuleId>,
): CheckIssue {
  const { file, sheet } = plan;
  const cell = row === null || column === null ? null : cellReference(column, row);
  return makeIssue(rule, { file, sheet, row, column: null, cell, value, expected }, waived);
}

/** Names of currencies and units in banners. */
const NAMES = {
  CAD: /\bCAD\b|\bcanadian\b|\bC(?:A|DN)?\$/i,
  USD: /\bUSD\b|\bU\.?S\.? ?(?:\$|dollars?\b|funds\b)/i,
  L: /\blit(?:re|er)s?\b/i,
  USG: /\bgal(?:lon)?s?\b/i,
} as const;
const OTHER = { CAD: 'USD', USD: 'CAD', L: 'USG', USG: 'L' } as const;

/** Compares currency and unit with the rows above the header; a banner that names both is ignored. */
export function namedAbove({ plan, above }: RateSheet): CheckIssue[] {
  const { file, sheet, layout } = plan;
  const cells = above.flatMap(({ row, cells: all }) =>
    Array.from(all, (cell, column) => ({ row, column, text: cellText(cell) })),
  );
  return [layout.currency, layout.unit].flatMap((own) => {
    if (cells.some(({ text }) => NAMES[own].test(text))) return [];
    const named = cells.find(({ text }) => NAMES[OTHER[own]].test(text));
    if (!named) return [];
    const { row, column, text } = named;
    const cell = cellReference(column, row);
    const at = { file, sheet, row, column: null, cell, value: text, expected: own };
    return [makeIssue('RATE-CURRENCY', at)];
  });
}

/** At most this many are named; the rest are counted. */
const NAMED = 20;

/** Reports sites and products that have a former rate but no price, as one issue. */
export function missingSites(
  { former: { missing }, waived }: RateBook,
  file: string,
  sheet: string,
): CheckIssue[] {
  if (missing.length === 0) return [];
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  const value = `${missing.slice(0, NAMED).join(', ')}${more}`;
  const at = { file, sheet, row: null, column: null, cell: null, value, expected: null };
  return [makeIssue('RATE-MISSING-SITES', at, waived)];
}
