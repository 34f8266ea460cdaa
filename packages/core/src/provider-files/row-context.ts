import { cellText, maskCards } from './cells/text.ts';
import { cellReference, type DataSheet, type Plan } from './plan.ts';
import { CHECK_RULES, type RuleId } from './rules.ts';
import type { CheckIssue, SheetRow } from './types.ts';

const NONE: readonly CheckIssue[] = [];

/** The position of a finding: its row and column, and what was expected there. */
export class RowContext<Of extends DataSheet = Plan> {
  readonly plan: Of;
  readonly row: SheetRow;
  errors = 0;
  private readonly waived: ReadonlySet<RuleId> | undefined;
  private found: CheckIssue[] | null = null;

  /** @param waived accepted guards, which only warn. */
  constructor(plan: Of, row: SheetRow, waived?: ReadonlySet<RuleId>) {
    this.waived = waived;
    this.plan = plan;
    this.row = row;
  }

  get issues(): readonly CheckIssue[] {
    return this.found ?? NONE;
  }

  /** Reports a violated rule at a cell; `value` replaces the cell's text where that is more informative. */
  note(rule: RuleId, column: number, expected: string | null = null, value?: string): void {
    const { file, sheet, headers } = this.plan;
    const known = column >= 0;
    const at = {
      file,
      sheet,
      row: this.row.row,
      column: known ? (headers[column] ?? null) : null,
      cell: known ? cellReference(column, this.row.row) : null,
      value: value ?? (known ? cellText(this.row.cells[column]) : null),
      expected,
    };
    const issue = makeIssue(rule, at, this.waived);
    if (issue.severity === 'error') this.errors += 1;
    this.found ??= [];
    this.found.push(issue);
  }
}

/**
 * Creates an issue with its rule's severity and message, and with card numbers masked; a waived rule only
 * warns.
 */
export function makeIssue(
  rule: RuleId,
  at: Omit<CheckIssue, 'fix' | 'message' | 'requires' | 'rule' | 'severity'>,
  waived?: ReadonlySet<RuleId>,
): CheckIssue {
  const { description, fix, message, severity } = CHECK_RULES[rule];
  return {
    rule,
    severity: waived?.has(rule) ? 'warning' : severity,
    ...at,
    value: at.value === null ? null : maskCards(at.value),
    message,
    requires: description,
    fix,
  };
}
