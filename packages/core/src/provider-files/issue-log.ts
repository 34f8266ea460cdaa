import type { CheckIssue } from './types.ts';

/** Default of `maxIssues`. */
const DEFAULT_MAX_ISSUES = 1000;

/** Issues in file order: counts all of them, keeps the first ones. */
export class IssueLog {
  readonly kept: CheckIssue[] = [];
  /** Rules of all issues, including those not kept. */
  readonly rules = new Set<string>();
  /** Number of errors by rule. */
  readonly errorsOf = new Map<string, number>();
  errors = 0;
  warnings = 0;
  private readonly maxIssues: number;

  constructor(maxIssues: number = DEFAULT_MAX_ISSUES) {
    this.maxIssues = maxIssues;
  }

  get count(): number {
    return this.errors + this.warnings;
  }

  note(issues: readonly CheckIssue[]): void {
    for (const issue of issues) {
      if (issue.severity === 'error') {
        this.errors += 1;
        this.errorsOf.set(issue.rule, (this.errorsOf.get(issue.rule) ?? 0) + 1);
      } else this.warnings += 1;
      this.rules.add(issue.rule);
      if (this.kept.length < this.maxIssues) this.kept.push(issue);
    }
  }
}
