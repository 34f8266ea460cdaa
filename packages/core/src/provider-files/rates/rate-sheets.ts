import { dataSheets } from '../data-sheets.ts';
import { unreadColumns } from '../file-facts.ts';
import type { IssueLog } from '../issue-log.ts';
import type { SheetLayout } from '../sheet-layout.schema.ts';
import type { SheetRow, Workbook } from '../types.ts';
import { type EffectiveDays, effectiveDays } from './effective-days.ts';
import { isRate, planRates, type RatePlan } from './plan-rates.ts';
import type { RateLayout } from './rate-layout.schema.ts';

/** A sheet of rates, read completely: whether it has the right day is known only after all sheets. */
export interface RateSheet {
  readonly plan: RatePlan;
  readonly above: readonly SheetRow[];
  readonly rows: readonly SheetRow[];
  readonly effective: EffectiveDays;
}

/**
 * Reads all sheets of rates. Throws a `ProviderFileError` if columns are missing or no sheet has a header.
 */
export async function readRateSheets(
  workbook: Workbook,
  layout: RateLayout,
  { file, layouts, signal, log }: RateSheetOptions,
): Promise<readonly RateSheet[]> {
  const sheets: RateSheet[] = [];
  const note: IssueLog['note'] = (issues) => log.note(issues);
  const found = dataSheets(workbook, layout, {
    file,
    layouts,
    signal,
    note: (issue) => note([issue]),
  });
  for await (const { where, match, rows } of found) {
    const plan = planRates(match, where);
    note(unreadColumns(plan, match));
    const above = rows.above(plan);
    const below: SheetRow[] = [];
    for await (const batch of rows.below(plan)) below.push(...batch);
    sheets.push({
      plan,
      above,
      rows: below.filter((row) => isRate(plan, row)),
      effective: effectiveDays(layout, plan, above),
    });
  }
  return sheets;
}

interface RateSheetOptions {
  readonly file: string;
  readonly layouts: readonly SheetLayout[];
  readonly signal: AbortSignal | undefined;
  readonly log: IssueLog;
}
