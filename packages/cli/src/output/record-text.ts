import { type AnyResource, unitOf } from '@forecourt/core';
import { type Output, oneLine } from './output.ts';
import { pairsText } from './pairs.ts';
import { rowsText, stateCell, valueText } from './record-rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** A record in a line: 'invoice 1042: Company North Haul, Total 100 CAD'. */
function recordLine(output: Output, definition: AnyResource, record: Row): string {
  const { fields, summary = [] } = definition.record ?? { fields: [] };
  const facts = fields
    .filter(({ field }) => (summary as readonly string[]).includes(field))
    .map((field) => {
      const unit = unitOf(field, record);
      return `${field.label} ${valueText(output, field, record[field.field])}${unit ? ` ${unit}` : ''}`;
    });
  const name = definition.routeId?.(record) || definition.id(record);
  return oneLine(`${definition.noun[0]} ${name}: ${facts.join(', ')}`);
}

/**
 * Notes which record a command means, before it changes it: on a terminal, and wherever digits may be a number or an
 * id.
 */
export function noteWhich(
  output: Output,
  definition: AnyResource,
  reference: string,
  record: Row,
): void {
  if (definition.named === undefined) return;
  if (output.terminal || /^(?:\w+:)?\d+$/.test(reference)) {
    output.note(recordLine(output, definition, record));
  }
}

/** A record by sections, with its nested rows. */
export function recordText(output: Output, definition: AnyResource, record: Row): string {
  const { fields, nested = [], notice } = definition.record ?? { fields: [] };
  const state = notice?.(record);
  const sections = Map.groupBy(fields, ({ section }) => section);
  const parts = [...sections].map(([section, members]) => {
    const pairs = members.map((field) => {
      if (field.kind === 'status') return [field.label, stateCell(output, field, record)] as const;
      const value = valueText(output, field, record[field.field]);
      const unit = output.terminal ? unitOf(field, record) : undefined;
      return [field.label, unit ? `${value} ${oneLine(unit)}` : value] as const;
    });
    return titled(output, section, pairsText(output, pairs));
  });
  const tables = nested.map(({ rows, definition: { title, columns, empty } }) => {
    const found = rows(record);
    return titled(output, title, found.length === 0 ? empty : rowsText(output, columns, found));
  });
  return [...(state ? [oneLine(state)] : []), ...parts, ...tables].join('\n\n');
}

const titled = (output: Output, title: string, text: string): string =>
  `${output.terminal ? output.paint('bold', title) : `# ${title}`}\n${text}`;
