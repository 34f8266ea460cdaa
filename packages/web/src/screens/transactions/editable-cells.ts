import type { CheckIssue, ImportView } from '@forecourt/core';

/** How many faults to offer for correction at once; the next ones follow after a check. */
const MOST = 20;

type Made = NonNullable<ImportView['data']['corrected']>['corrections'][number];

/** A cell that can be corrected: one with a fault, one that may have caused it, or one that was corrected. */
export interface EditableCell {
  readonly cellKey: string;
  readonly sheet: string | undefined;
  readonly row: number;
  readonly cell: string;
  readonly column: string | null;
  readonly value: string;
  readonly fault: CheckIssue | undefined;
  readonly made: Made | undefined;
}

/** The cells of one row, each from left to right. */
export interface EditableRow {
  readonly rowKey: string;
  readonly sheet: string | undefined;
  readonly row: number;
  /** Cells with a fault or a correction. */
  readonly cells: readonly EditableCell[];
  /** The other cells that the faults compare, each of which may be the wrong one. */
  readonly compared: readonly EditableCell[];
}

interface Place {
  readonly sheet: string | null | undefined;
  readonly row: number | null;
  readonly cell: string;
  readonly column: string | null;
}

const byColumn = (one: EditableCell, other: EditableCell): number =>
  one.cell.length - other.cell.length || (one.cell < other.cell ? -1 : 1);

/** Cells by their place; what is known of a cell is added to it. */
class Cells {
  readonly #known = new Map<string, EditableCell>();

  add(
    { cell, column, row, sheet }: Place,
    value: string,
    known: Partial<Pick<EditableCell, 'fault' | 'made'>> = {},
  ): void {
    const cellKey = `${sheet}!${cell}`;
    const own = this.#known.get(cellKey) ?? {
      ...{ cellKey, cell, column, value, sheet: sheet ?? undefined, row: row ?? 0 },
      ...{ fault: undefined, made: undefined },
    };
    this.#known.set(cellKey, { ...own, ...known });
  }

  has = (sheet: string | null, cell: string): boolean =>
    this.#known.get(`${sheet}!${cell}`)?.fault !== undefined;

  get rows(): readonly EditableRow[] {
    const byRow = Map.groupBy(this.#known.values(), ({ row, sheet }) => `${sheet}!${row}`);
    return [...byRow].map(([rowKey, found]) => {
      const cells = found.toSorted(byColumn);
      const isOwn = ({ fault, made }: EditableCell) => Boolean(fault ?? made);
      return {
        rowKey,
        sheet: cells[0]?.sheet,
        row: cells[0]?.row ?? 0,
        cells: cells.filter(isOwn),
        compared: cells.filter((cell) => !isOwn(cell)),
      };
    });
  }
}

/** What can be corrected in place, the rows of purchases apart from the provider's own totals. */
export interface Editable {
  readonly rows: readonly EditableRow[];
  /** Totals that the provider states, which are compared with its rows. */
  readonly totals: readonly EditableRow[];
}

/** Whether an error is at a cell below its sheet's header row: a header record above it is not corrected in place. */
export const isCorrectable = (
  report: ImportView['data']['report'],
  { cell, row, severity, sheet }: CheckIssue,
): boolean => {
  const header = report?.sheets.find(({ name }) => name === sheet)?.headerRow ?? 0;
  return severity === 'error' && cell !== null && (row ?? 0) > header;
};

/**
 * Returns the cells that can be corrected: those corrected already, those with a fault, and with them the cells of the
 * row that the fault compares. A total that disagrees is offered once the rows have no fault of their own: before that
 * the rows may be the reason.
 */
export function editableCells({ data: { corrected, report } }: ImportView): Editable {
  const cells = new Cells();
  for (const made of corrected?.corrections ?? []) cells.add(made, made.to, { made });
  const totalRows = new Set(
    report?.sheets.flatMap(({ name, totalRows: rows }) => rows.map((row) => `${name}!${row}`)),
  );
  const isTotal = ({ row, sheet }: Pick<CheckIssue, 'row' | 'sheet'>) =>
    totalRows.has(`${sheet}!${row}`);
  const faults = (report?.issues ?? []).filter((issue) => isCorrectable(report, issue));
  const ofRows = faults.filter((fault) => !isTotal(fault));
  let offered = 0;
  for (const fault of ofRows.length > 0 ? ofRows : faults) {
    const { cell, related = [], row, sheet, value } = fault;
    if (cell === null || cells.has(sheet, cell)) continue;
    offered += 1;
    if (offered > MOST) break;
    cells.add({ ...fault, cell }, value ?? '', { fault });
    for (const other of related) cells.add({ sheet, row, ...other }, other.value);
  }
  const { rows } = cells;
  const total = (row: EditableRow) => totalRows.has(row.rowKey);
  return { rows: rows.filter((row) => !total(row)), totals: rows.filter(total) };
}
