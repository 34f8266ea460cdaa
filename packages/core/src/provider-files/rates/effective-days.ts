import { type Day, dayFormat, findDays, isoDay, readDay } from '../cells/date.ts';
import { cellText } from '../cells/text.ts';
import type { DataSheet } from '../plan.ts';
import type { SheetRow } from '../types.ts';
import type { RateLayout } from './rate-layout.schema.ts';

type Source = RateLayout['effective'][number];

/** The days for which a sheet's prices apply, and where the file states them. */
export interface EffectiveDays {
  /** YYYY-MM-DD; null if the file doesn't state valid days. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** The text found, or null. */
  readonly found: string | null;
  readonly row: number | null;
  /** Zero-based column. */
  readonly column: number | null;
}

const NOWHERE: EffectiveDays = { days: null, found: null, row: null, column: null };

/** Searches the places that the layout names, in their order. */
export function effectiveDays(
  layout: RateLayout,
  dataSheet: DataSheet,
  above: readonly SheetRow[],
): EffectiveDays {
  let unreadable = NOWHERE;
  for (const source of layout.effective) {
    const found =
      source.in === 'fileName'
        ? inFileName(source, dataSheet.file)
        : inRows(source, dataSheet, above);
    if (found.days) return found;
    if (unreadable.found === null) unreadable = found;
  }
  return unreadable;
}

/** Uses the last match, because other digits, such as an account, may precede the day. */
function inFileName(source: Source, file: string): EffectiveDays {
  const day = daysIn(file, source).at(-1);
  if (!day) return NOWHERE;
  const days = holding([day], source);
  return { ...NOWHERE, days, found: day.iso };
}

function inRows(source: Source, dataSheet: DataSheet, above: readonly SheetRow[]): EffectiveDays {
  const label = source.label.toLowerCase();
  for (const { row, cells } of above) {
    for (const [column, cell] of cells.entries()) {
      const text = cellText(cell).replace(/\s+/g, ' ');
      const at = text.toLowerCase().indexOf(label);
      if (text === '' || at < 0) continue;
      const inside = daysIn(text.slice(at + label.length), source);
      const days =
        inside.length > 0 ? inside : daysBeside(source, cells.slice(column + 1), dataSheet);
      return { days: holding(days, source), found: text, row, column };
    }
  }
  return NOWHERE;
}

/** Returns the days in separate cells after the label. */
function daysBeside(source: Source, cells: SheetRow['cells'], { date1904 }: DataSheet): Day[] {
  const formats = source.formats.map(dayFormat);
  return Array.from(cells, (cell) => readDay(cell, formats, date1904)).filter(
    ({ rule }) => rule === null,
  );
}

function daysIn(text: string, { formats }: Source): Day[] {
  const found = formats.map((format) => findDays(text, format));
  return found.find(({ length }) => length > 0) ?? [];
}

function holding(days: readonly Day[], { addDays }: Source): EffectiveDays['days'] {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last || last.epochDay < first.epochDay) return null;
  return { from: isoDay(first.epochDay + addDays), to: isoDay(last.epochDay + addDays) };
}
