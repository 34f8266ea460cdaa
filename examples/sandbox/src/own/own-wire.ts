import { type AnyOwnResource, Decimal, ownResource, type ValueKind } from '@forecourt/core';
import { SCALES, toUnits } from '../amounts.ts';
import type { TableName } from '../db/schema.ts';
import type { FieldKind, ListDefinition } from '../lists/list-definition.ts';
import type { Body } from '../records/crud-routes.ts';

/** A stored row of a resource of your own; its values' columns have a prefix. */
export type OwnRow = Readonly<Record<string, string | number | null>> & {
  readonly id: number;
  readonly version: number;
};

const KINDS: Readonly<Partial<Record<ValueKind, FieldKind>>> = {
  boolean: 'whole',
  day: 'day',
  instant: 'moment',
  integer: 'whole',
  money: 'money',
  price: 'price',
  volume: 'quantity',
};

const TEXTS: readonly FieldKind[] = ['text', 'day', 'moment'];

/** How a value is stored; its column takes text or a whole number. */
export interface OwnColumn {
  readonly field: string;
  readonly column: string;
  readonly valueKind: ValueKind;
  readonly kind: FieldKind;
  readonly type: 'text' | 'bigint';
}

/** Name of the table of a resource of your own. */
export const tableOf = ({ name }: AnyOwnResource): string => `own_${name.replaceAll('-', '_')}`;

/** The columns of its values, besides id, version and company. */
export const columnsOf = ({ values }: AnyOwnResource): readonly OwnColumn[] =>
  Object.entries<ValueKind>(values)
    .filter(([field]) => field !== 'id')
    .map(([field, valueKind]) => {
      const kind = KINDS[valueKind] ?? 'text';
      const type = TEXTS.includes(kind) ? 'text' : 'bigint';
      return { field, column: `f_${field}`, valueKind, kind, type };
    });

/** Its list, which company's users see their company's rows of. */
export function listOf(own: AnyOwnResource): ListDefinition<TableName> {
  const { list } = ownResource(own);
  const fields = columnsOf(own).map(({ column, field, kind }) => [field, { column, kind }]);
  return {
    table: tableOf(own) as TableName,
    fields: { id: { column: 'id', kind: 'whole' }, ...Object.fromEntries(fields) },
    ...(list.dateField && { dateField: list.dateField }),
    order: list.defaultSort ?? { field: 'id', direction: 'asc' },
    scoped: true,
  };
}

function toWire({ column, kind, valueKind }: OwnColumn, row: OwnRow): unknown {
  const stored = row[column] ?? null;
  if (stored === null) return null;
  if (valueKind === 'boolean') return stored === 1;
  if (kind in SCALES) {
    return Number(Decimal.of(BigInt(stored), SCALES[kind as keyof typeof SCALES]).toString());
  }
  return stored;
}

/** A stored row as it is answered. */
export const presentOwn = (own: AnyOwnResource, row: OwnRow): Body => ({
  id: row.id,
  ...Object.fromEntries(columnsOf(own).map((column) => [column.field, toWire(column, row)])),
});

function toStored({ kind, type }: OwnColumn, value: unknown): string | number | null {
  if (value === null || value === undefined || (value === '' && type !== 'text')) return null;
  if (typeof value === 'boolean') return Number(value);
  if (kind in SCALES) return toUnits(String(value), SCALES[kind as keyof typeof SCALES]);
  return type === 'text' ? String(value) : Number(value);
}

/** The columns of what a form sends; what is no value of the resource is left out. */
export const storedValues = (
  own: AnyOwnResource,
  sent: Body,
): Record<string, string | number | null> =>
  Object.fromEntries(
    columnsOf(own)
      .filter(({ field }) => Object.hasOwn(sent, field))
      .map((column) => [column.column, toStored(column, sent[column.field])]),
  );
