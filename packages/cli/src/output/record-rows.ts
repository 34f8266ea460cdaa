import {
  formatValue,
  type ShownState,
  stateOf,
  type Tone,
  type ValueDefinition,
} from '@forecourt/core';
import type { Output, Style } from './output.ts';
import { type TableCell, type TableColumn, tableText } from './table.ts';

type AnyValue = Pick<
  ValueDefinition<Record<string, unknown>>,
  'field' | 'label' | 'kind' | 'unitField' | 'states' | 'dueBy'
>;

type Row = Readonly<Record<string, unknown>>;

const STYLES: Readonly<Record<Tone, Style | undefined>> = {
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  info: 'cyan',
  neutral: undefined,
  muted: 'dim',
};

const NUMBERS: readonly string[] = ['integer', 'money', 'price', 'volume'];

/** Kinds whose text may be shortened. */
const TEXTS: readonly string[] = ['text', 'days', 'province', 'country'];

const toColumns = (columns: readonly AnyValue[]): TableColumn[] =>
  columns.map(({ field, label, kind }) => {
    const isNumber = NUMBERS.includes(kind);
    // An amount without its currency could be mistaken for another one.
    const isUnit = columns.some(({ unitField }) => unitField === field);
    return {
      label,
      ...(isNumber && { align: 'right' }),
      ...(TEXTS.includes(kind) && !isUnit && { gives: true }),
      ...((isNumber || isUnit || kind === 'status') && { stays: true }),
    };
  });

/**
 * Formats a value: on a terminal as in the portal, in a pipe as raw data that other programs can
 * use (2026-11-03T14:05:00, 1234.50, an ungrouped card number).
 */
export function valueText(output: Output, { kind }: AnyValue, value: unknown): string {
  const asIs = !output.terminal && typeof value !== 'object' && typeof value !== 'boolean';
  return formatValue(asIs && kind !== 'status' ? 'text' : kind, plain(output, value));
}

const plain = (output: Output, value: unknown): unknown =>
  !output.terminal && value !== null && typeof value === 'object' && 'coefficient' in value
    ? String(value)
    : value;

/**
 * A state on a terminal: 'Sent, overdue by 12 days', in its colour. A pipe gets the state alone, for
 * other programs.
 */
export function shownCell({ terminal }: Output, { note, text, tone }: ShownState): TableCell {
  if (!terminal) return { text };
  return { text: note ? `${text}, ${lowerFirst(note)}` : text, style: STYLES[tone] };
}

export const stateCell = (output: Output, column: AnyValue, row: Row): TableCell =>
  shownCell(output, stateOf(column, row, output.today()));

const lowerFirst = (text: string): string => `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`;

const valueCell = (output: Output, column: AnyValue, row: Row): TableCell =>
  column.kind === 'status'
    ? stateCell(output, column, row)
    : { text: valueText(output, column, row[column.field]) };

/** A table of a resource's rows, or of the rows within a record. */
export const rowsText = (
  output: Output,
  columns: readonly AnyValue[],
  rows: readonly unknown[],
): string =>
  tableText(output, {
    columns: toColumns(columns),
    rows: rows.map((row) => columns.map((column) => valueCell(output, column, row as Row))),
  });
