import type { ProviderFileErrorCode } from '@forecourt/core/provider-files';
import { type BuiltInProvider, TRANSACTION_PROVIDERS } from '@forecourt/core/provider-files';
import { type Random, seededRandom } from '../random.ts';
import { type Cell, type GeneratedFile, workbookBytes } from '../workbook.ts';
import { type BaseFile, baseTransactions, type Place, withCell } from './base-files.ts';
import { CELL_DEFECTS, type CellDefect } from './cell-defects.ts';
import { FILE_DEFECTS, type FileDefect, WHOLE_DEFECTS } from './file-defects.ts';
import { unusualFile } from './shapes.ts';

/** Where a defect was put, and what the check must say of it. */
export interface SeededDefect {
  readonly rule: string;
  readonly sheet: string | null;
  readonly row: number | null;
  readonly column: string | null;
  readonly cell: string | null;
  /** What stood there, where the defect is a text; undefined: whatever the check says. */
  readonly value?: string;
}

export interface SeededFile extends GeneratedFile {
  readonly provider: BuiltInProvider;
  /** Every defect that was put in; none in a good file. */
  readonly defects: readonly SeededDefect[];
  /** The file is refused whole, with this code. */
  readonly refused?: ProviderFileErrorCode;
}

/** 'F214' of a zero-based column and row. */
export function reference(column: number, row: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return `${column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))}${letter}${row + 1}`;
}

const fits = (defect: { readonly of?: readonly BuiltInProvider[] }, { provider }: BaseFile) =>
  defect.of === undefined || defect.of.includes(provider as BuiltInProvider);

const textOf = (cell: Cell) => (typeof cell === 'string' ? cell.trim() : undefined);

/** Puts a defect into a row; undefined where this row cannot have it. */
function spoilCell(base: BaseFile, { field, rule, spoil, value }: CellDefect, place: Place) {
  const column = base.columnOf(field);
  const sheet = base.sheets[place.sheet];
  const row = sheet?.rows[place.row] ?? [];
  const spoiled =
    column < 0 ? undefined : spoil(row[column], base.provider as BuiltInProvider, row);
  if (spoiled === undefined) return undefined;
  const shown = value === undefined ? textOf(spoiled) : value || undefined;
  const defect: SeededDefect = {
    rule,
    sheet: sheet?.name ?? null,
    row: place.row + 1,
    column: String(sheet?.rows[base.headerRow]?.[column] ?? ''),
    cell: reference(column, place.row),
    ...(shown !== undefined && { value: shown }),
  };
  return { sheets: withCell(base.sheets, place, column, spoiled), defect };
}

/** One to four cells of different rows spoiled. */
function cellFile(
  base: BaseFile,
  random: Random,
): Pick<SeededFile, 'defects'> & { base: BaseFile } {
  const wanted = random.between(1, 4);
  const defects: SeededDefect[] = [];
  const taken = new Set<Place>();
  let spoiled = base;
  for (let tries = 0; defects.length < wanted && tries < 200; tries += 1) {
    const place = random.pick(base.rows);
    const defect = random.pick(CELL_DEFECTS.filter((one) => fits(one, base)));
    const made = taken.has(place) ? undefined : spoilCell(spoiled, defect, place);
    if (!made) continue;
    taken.add(place);
    spoiled = { ...spoiled, sheets: made.sheets };
    defects.push(made.defect);
  }
  return { base: spoiled, defects };
}

function fileFile(
  base: BaseFile,
  defect: FileDefect,
): Pick<SeededFile, 'defects'> & { base: BaseFile } {
  const { at, sheets } = defect.spoil(base);
  const expected: SeededDefect = at
    ? {
        rule: defect.rule,
        sheet: at.sheet,
        row: at.row,
        column: null,
        cell: reference(at.column, at.row - 1),
      }
    : { rule: defect.rule, sheet: null, row: null, column: null, cell: null };
  return { base: { ...base, sheets }, defects: [expected] };
}

function badFile(index: number, random: Random): SeededFile {
  const provider = TRANSACTION_PROVIDERS[index % TRANSACTION_PROVIDERS.length] ?? 'ESSO';
  const base = baseTransactions(provider, random);
  const name = `seeded-${index}-${provider}`;
  if (random.chance(0.08)) {
    const { code, spoil } = random.pick(WHOLE_DEFECTS);
    const bytes = spoil(workbookBytes(base.sheets));
    return { name: `${name}.xlsx`, provider, bytes, defects: [], refused: code };
  }
  const made = random.chance(0.2)
    ? fileFile(base, random.pick(FILE_DEFECTS.filter((one) => fits(one, base))))
    : cellFile(base, random);
  const type = random.pick(['xlsx', 'biff8'] as const);
  const bytes = workbookBytes(made.base.sheets, { type });
  return {
    name: `${name}.${type === 'xlsx' ? 'xlsx' : 'xls'}`,
    provider,
    bytes,
    defects: made.defects,
  };
}

/** So many transaction files with defects, of all providers in turn; the same seed gives the same files. */
export function seededBadFiles(count: number, seed = 1): SeededFile[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => badFile(index, random));
}

/** So many right files in odd shapes, of all providers in turn. */
export function seededGoodFiles(count: number, seed = 1): SeededFile[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const provider = TRANSACTION_PROVIDERS[index % TRANSACTION_PROVIDERS.length] ?? 'ESSO';
    const { extension, options, sheets } = unusualFile(baseTransactions(provider, random), random);
    const name = `odd-${index}-${provider}.${extension}`;
    return { name, provider, bytes: workbookBytes(sheets, options), defects: [] };
  });
}
