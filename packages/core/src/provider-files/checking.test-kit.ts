import { ProviderFileReading } from './read-provider-file.ts';
import type {
  CellValue,
  CheckedRow,
  CheckOptions,
  CheckReport,
  SheetRow,
  Workbook,
} from './types.ts';

export interface TestSheet {
  readonly name: string;
  readonly hidden?: boolean;
  readonly rows: readonly (readonly CellValue[])[];
}

/**
 * Builds a workbook from arrays, so that a rule can be tested without a file. Rows arrive in batches of
 * two.
 */
export function workbookOf(sheets: readonly TestSheet[], date1904 = false): Workbook {
  return {
    kind: 'xlsx',
    date1904,
    sheets: sheets.map(({ name, hidden = false }) => ({ name, hidden })),
    async *rows(index) {
      const rows: SheetRow[] = (sheets[index]?.rows ?? [])
        .map((cells, at) => ({ row: at + 1, cells }))
        .filter(({ cells }) => cells.length > 0);
      for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2);
    },
  };
}

export interface Checked {
  readonly rows: readonly CheckedRow[];
  readonly report: CheckReport;
  /** 'F2 TXN-QTY', in order. */
  readonly found: readonly string[];
}

/** Checks sheets of arrays as a provider's file, two days after the examples' business day. */
export async function checkSheets(
  provider: CheckOptions['provider'],
  sheets: readonly TestSheet[],
  options: Partial<CheckOptions> = {},
): Promise<Checked> {
  const reading = new ProviderFileReading(
    { name: 'test.xlsx', blob: new Blob([]) },
    { provider, today: '2026-11-20', ...options },
    async () => workbookOf(sheets),
  );
  const rows: CheckedRow[] = [];
  for await (const batch of reading) rows.push(...batch);
  const { report } = reading;
  return { rows, report, found: report.issues.map(({ cell, rule }) => `${cell ?? '-'} ${rule}`) };
}
