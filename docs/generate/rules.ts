import { CHECK_RULES } from '@forecourt/core/provider-files';
import { code, page, table } from './markdown.ts';

/** Returns the rules of the check of provider files, by their stable ids. */
export function rulesPage(): string {
  return page(
    'Rules of the check',
    'The check reads a provider file cell by cell before anything is sent (TXN-12). Each issue names file, sheet, ' +
      'row, column, value and one of these rules. An error keeps its row out, a `FILE-` error the whole file; a warning ' +
      'lets it pass. A guard holds back a file that may be right after all, and can be accepted by name.',
    table(
      ['rule', 'kind', 'requirement', 'message', 'what to do'],
      Object.entries(CHECK_RULES).map(([id, rule]) => [
        code(id),
        'guard' in rule ? `${rule.severity}, guard` : rule.severity,
        rule.description,
        rule.message,
        rule.fix,
      ]),
    ),
  );
}
