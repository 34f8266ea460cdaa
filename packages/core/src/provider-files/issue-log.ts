import type { CheckIssue } from './types.ts';

/** Default of `maxIssues`. */
const DEFAULT_MAX_ISSUES = 1000;

interface Noted {
  readonly issue: CheckIssue;
  /** Its place among all issues. */
  readonly at: number;
}

/** Issues in file order: counts all of them, keeps the first errors, and the first warnings if there is room for them. */
export class IssueLog {
  readonly #errors: Noted[] = [];
  readonly #warnings: Noted[] = [];
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

  get kept(): readonly CheckIssue[] {
    const room = this.maxIssues - this.#errors.length;
    return [...this.#errors, ...this.#warnings.slice(0, room)]
      .sort((one, other) => one.at - other.at)
      .map(({ issue }) => issue);
  }

  note(issues: readonly CheckIssue[]): void {
    for (const issue of issues) {
      const isError = issue.severity === 'error';
      const kept = isError ? this.#errors : this.#warnings;
      if (kept.length < this.maxIssues) kept.push({ issue, at: this.count });
      this.rules.add(issue.rule);
      if (isError) {
        this.errors += 1;
        this.errorsOf.set(issue.rule, (this.errorsOf.get(issue.rule) ?? 0) + 1);
      } else this.warnings += 1;
    }
  }
}
