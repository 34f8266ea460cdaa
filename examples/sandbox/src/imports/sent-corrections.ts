import { openAsBlob } from 'node:fs';
import type { MadeCorrection } from '@forecourt/core';
import type { CellValue } from '@forecourt/core/provider-files';
import { refuseField } from '../forms/sent-record.ts';
import type { Upload } from './upload.ts';

/** What was corrected in a file before it was sent, and which file that was. */
export interface SentCorrections {
  /** SHA-256 of the original in hex; '' for a file sent unchanged. */
  readonly original: string;
  readonly originalName: string;
  readonly corrections: readonly MadeCorrection[];
}

/** As many as a person corrects one by one. */
const MAX_CORRECTIONS = 1_000;
const LONGEST = 500;
const TEXTS = ['sheet', 'column', 'cell', 'from', 'to'] as const;

function correctionIn(value: string): MadeCorrection | undefined {
  try {
    const sent = JSON.parse(value) as Record<string, unknown>;
    const texts = TEXTS.map((name) => sent[name]);
    const readable = texts.every((text) => typeof text === 'string' && text.length <= LONGEST);
    if (!readable || !Number.isSafeInteger(sent.row)) return undefined;
    const { cell, column, from, reason, row, sheet, to } = sent as unknown as MadeCorrection;
    const isReason = typeof reason === 'string' && reason.length <= LONGEST;
    if (reason !== undefined && !isReason) return undefined;
    return { sheet, row, column, cell, from, to, ...(reason && { reason }) };
  } catch {
    return undefined;
  }
}

/**
 * The `correction` fields of an import, each JSON `{sheet, row, column, cell, from, to}` and perhaps a `reason`, with
 * `corrected_from` and `corrected_name` of the original. Throws a 422 for more than 1,000, one that isn't such, or none named original.
 */
export function sentCorrections({ fields }: Pick<Upload, 'fields'>): SentCorrections {
  const textOf = (name: string) => fields.find(([key]) => key === name)?.[1] ?? '';
  const sent = fields.filter(([name]) => name === 'correction').map(([, value]) => value);
  if (sent.length > MAX_CORRECTIONS) {
    throw refuseField('/correction', 'correction names at most 1,000 cells of a file.');
  }
  const corrections = sent.map((value) => {
    const correction = correctionIn(value);
    if (correction) return correction;
    throw refuseField(
      '/correction',
      `'${value.slice(0, 80)}' is not as {"sheet","row","column","cell","from","to"} and perhaps "reason", with texts of at most 500 characters.`,
    );
  });
  const original = textOf('corrected_from');
  if (corrections.length > 0 && !/^[\da-f]{64}$/.test(original)) {
    throw refuseField('/corrected_from', 'corrected_from is the SHA-256 of the original file.');
  }
  return corrections.length > 0
    ? { original, originalName: textOf('corrected_name').slice(0, 255), corrections }
    : { original: '', originalName: '', corrections };
}

/** Serial numbers of 1970-01-01 in the two calendars of workbooks. */
const EPOCH_SERIALS = [25_569, 24_107];

/** A correction masks card numbers, has numbers as they were typed, and a real date as YYYY-MM-DD. */
function isSame(value: CellValue, to: string): boolean {
  const cell = value === undefined || typeof value === 'object' ? '' : String(value).trim();
  if (cell === to) return true;
  if (to.includes('****')) return cell.replaceAll(/\D/g, '').endsWith(to.slice(-4));
  if (cell === '' || to === '' || Number.isNaN(Number(cell))) return false;
  if (Number(cell) === Number(to)) return true;
  const days = Date.parse(`${to}T00:00:00Z`) / 86_400_000;
  return EPOCH_SERIALS.some((epoch) => Number(cell) === days + epoch);
}

/** Columns of a reference's letters: 'A3' → 0, 'AA3' → 26. */
const columnOf = (cell: string): number =>
  [...cell.replace(/\d+$/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) -
  1;

/**
 * Throws a 422 if the sent file doesn't have the corrections that are recorded with it: the trail would show what never
 * was. Not for a file from which rows were removed, because its rows have other numbers.
 */
export async function checkCorrections({
  fields,
  fileName,
  path,
}: Pick<Upload, 'fields' | 'fileName' | 'path'>): Promise<void> {
  const { corrections } = sentCorrections({ fields });
  if (corrections.length === 0 || fields.some(([name]) => name === 'original')) return;
  const { openWorkbook } = await import('@forecourt/core/provider-files');
  const workbook = await openWorkbook({ name: fileName, blob: await openAsBlob(path) });
  const awaited = new Set(corrections);
  for (const [index, { name }] of workbook.sheets.entries()) {
    const own = Map.groupBy(
      corrections.filter(({ sheet }) => sheet === name),
      ({ cell }) => Number(/\d+$/.exec(cell)?.[0]),
    );
    if (own.size === 0) continue;
    for await (const batch of workbook.rows(index)) {
      for (const { cells, row } of batch) {
        for (const correction of own.get(row) ?? []) {
          const { cell, row: recorded, to } = correction;
          if (recorded === row && isSame(cells[columnOf(cell)], to)) awaited.delete(correction);
        }
      }
    }
  }
  const [missing] = awaited;
  if (missing === undefined) return;
  const { cell, sheet, to } = missing;
  throw refuseField('/correction', `The file doesn’t have '${to}' in ${cell} of sheet ${sheet}.`);
}
