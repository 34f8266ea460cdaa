import type { Writer } from '../db/store.ts';
import type { ImportRow } from './import-record.ts';

/** Which import entered a row, by its position in the original file: 'Sheet1!10' → 12. */
export type EnteredRows = ReadonlyMap<string, number>;

export const positionOf = (sheet: string, row: number): string => `${sheet}!${row}`;

/**
 * Returns the rows that other copies of the same original entered: a file that is corrected twice in different ways has
 * other purchases in the same rows, and would be billed twice (TXN-13). The original itself counts as a copy. A row that
 * they refused isn't among them, because correcting it is the reason for the next copy.
 */
export async function enteredBefore(tx: Writer, record: ImportRow): Promise<EnteredRows> {
  const { corrected_from: original, id, provider, sha256 } = record;
  const rows = await tx
    .selectFrom('imports')
    .innerJoin('import_rows', 'import_rows.import_id', 'imports.id')
    .select(['import_rows.sheet', 'import_rows.row_number', 'imports.id'])
    .where('imports.provider', '=', provider)
    .where('imports.state', '=', 'done')
    .where('imports.id', '!=', id)
    .where(({ and, eb, or }) =>
      or([
        eb('imports.corrected_from', '=', sha256),
        ...(original === ''
          ? []
          : [
              and([
                eb('imports.corrected_from', '=', original),
                eb('imports.sha256', '!=', sha256),
              ]),
              eb('imports.sha256', '=', original),
            ]),
      ]),
    )
    .where('import_rows.status', 'in', ['imported', 'duplicate'])
    .execute();
  return new Map(rows.map(({ id: by, row_number, sheet }) => [positionOf(sheet, row_number), by]));
}
