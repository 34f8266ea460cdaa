import { scaledText } from '../cells/number.ts';
import { cellText, normalizeHeader } from '../cells/text.ts';
import { SCALE } from '../fields.ts';
import { MARK_HEADER, REASON_HEADER } from '../own-columns.ts';
import type { SumRow } from '../read-provider-file.ts';
import type { CellValue, CheckReport, OpenOptions, SheetRow, Workbook } from '../types.ts';
import type { NumberFormats } from '../writing/number-formats.ts';
import { withCell } from '../writing/with-cell.ts';
import type { WrittenRow, WrittenSheet } from '../writing/write-xlsx.ts';
import { rowKey } from './line-numbers.ts';

/** A refused row: the reason, and its position in the original. */
export interface RefusedRow {
  readonly sheet: string;
  readonly row: number;
  readonly reason: string;
  readonly mark: string;
}

export interface SplitPlan {
  readonly report: CheckReport;
  readonly sums: readonly SumRow[];
  /** By position. */
  readonly refused: ReadonlyMap<string, RefusedRow>;
  readonly formats: NumberFormats;
}

export interface SplitSheets {
  /** The accepted rows at their positions, with sums that match them. */
  readonly kept: readonly WrittenSheet[];
  /** The refused rows below their headers, each with its reason. */
  readonly refused: readonly WrittenSheet[];
}

/** Formats a figure like the one it replaces. */
function figure(former: CellValue, value: number, scale: number): CellValue {
  if (typeof former === 'number') return value / 10 ** scale;
  const places = Math.min(scale, /\.(\d+)/.exec(cellText(former))?.[1]?.length ?? 0);
  return cellText(former) === '' ? former : scaledText(value, scale, places);
}

/** Returns a row of sums with the accepted rows' figures. */
function keptSums({ at, kept }: SumRow, cells: readonly CellValue[]): CellValue[] {
  return cells.map((cell, column) => {
    if (column === at.count) return figure(cell, kept.rows, 0);
    if (column === at.quantity) return figure(cell, kept.quantity, SCALE.quantity);
    return column === at.amount ? figure(cell, kept.amount, SCALE.money) : cell;
  });
}

/** Returns a row of sums without figures, because the sums of rows to be corrected aren't known yet. */
function openSums({ at }: SumRow, cells: readonly CellValue[]): CellValue[] {
  const figures: readonly number[] = [at.count, at.quantity, at.amount];
  return cells.map((cell, column) => (figures.includes(column) ? undefined : cell));
}

/** Returns the column of a header, or the first free one. */
const ownColumn = (headers: readonly string[], header: string, free: number): number => {
  const found = headers.map(normalizeHeader).indexOf(normalizeHeader(header));
  return found < 0 ? free : found;
};

/** Adds two columns: why a row was refused, and its original position. */
function ownColumns(headers: readonly string[], width: number) {
  const reasonAt = ownColumn(headers, REASON_HEADER, Math.max(width, headers.length));
  const markAt = ownColumn(headers, MARK_HEADER, Math.max(width, headers.length, reasonAt + 1));
  return (cells: readonly CellValue[], reason: string, mark: string) =>
    withCell(withCell(cells, reasonAt, reason), markAt, mark);
}

/** Divides one sheet's rows. */
class SheetSplit {
  readonly kept: WrittenRow[] = [];
  private readonly head: WrittenRow[] = [];
  private readonly out: { readonly source: SheetRow; readonly why: RefusedRow | undefined }[] = [];
  private readonly sheet: CheckReport['sheets'][number];
  private readonly plan: SplitPlan;
  private readonly sums: ReadonlyMap<number, SumRow>;
  private width = 0;

  constructor(sheet: CheckReport['sheets'][number], plan: SplitPlan) {
    this.sheet = sheet;
    this.plan = plan;
    const own = plan.sums.filter((sums) => sums.sheet === sheet.name);
    this.sums = new Map(own.map((sums) => [sums.row, sums]));
  }

  add(source: SheetRow): void {
    const { row, cells } = source;
    const sums = this.sums.get(row);
    const why = this.plan.refused.get(rowKey({ sheet: this.sheet.name, row }));
    if (row <= this.sheet.headerRow) {
      this.head.push(source);
      this.kept.push(source);
    } else if (why) {
      this.width = Math.max(this.width, cells.length);
      this.out.push({ source, why });
    } else if (!sums) this.kept.push(source);
    else {
      // A group that lost all its rows loses its sums as well.
      if (!sums.grouped || sums.kept.rows > 0)
        this.kept.push({ row, cells: keptSums(sums, cells) });
      const open = { row, cells: openSums(sums, cells) };
      if (!sums.grouped) this.out.push({ source: open, why: undefined });
    }
  }

  /** Undefined if none of the sheet's rows was refused. */
  get refused(): readonly WrittenRow[] | undefined {
    if (!this.out.some(({ why }) => why)) return undefined;
    const { headerRow, headers, name } = this.sheet;
    const extend = ownColumns(headers, this.width);
    const head = this.head.map((line) =>
      line.row === headerRow
        ? { row: line.row, cells: extend(line.cells, REASON_HEADER, MARK_HEADER) }
        : line,
    );
    const rows = this.out.map(({ source, why }, index) => ({
      row: headerRow + 1 + index,
      cells: why ? extend(source.cells, why.reason, why.mark) : source.cells,
      formats: this.plan.formats(name, source.row),
    }));
    return [...head, ...rows];
  }
}

/** Divides a workbook into accepted and refused rows. */
export async function splitSheets(
  workbook: Workbook,
  plan: SplitPlan,
  { signal }: Pick<OpenOptions, 'signal'>,
): Promise<SplitSheets> {
  const kept: WrittenSheet[] = [];
  const refused: WrittenSheet[] = [];
  for (const [index, { name }] of workbook.sheets.entries()) {
    const sheet = plan.report.sheets.find((candidate) => candidate.name === name);
    if (!sheet) continue;
    const split = new SheetSplit(sheet, plan);
    for await (const batch of workbook.rows(index, signal)) for (const row of batch) split.add(row);
    kept.push({ name, rows: split.kept });
    if (split.refused) refused.push({ name, rows: split.refused });
  }
  return { kept, refused };
}
