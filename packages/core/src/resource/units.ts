import type { ValueDefinition } from './resource.types.ts';

/** What a value's definition says about its unit. */
export type UnitDefinition = Pick<
  ValueDefinition<Record<string, unknown>>,
  'field' | 'unitField' | 'units'
>;

/**
 * Returns the currency or unit of a row's value as it is shown: 'CAD', 'L'. Undefined without a value, and where
 * `units` doesn't know what the row says.
 *
 * @param column the column's kind, and where its unit is
 * @param row the row that has the value
 */
export function unitOf(
  { field, unitField, units }: UnitDefinition,
  row: Readonly<Record<string, unknown>>,
): string | undefined {
  const unit = String((unitField && row[unitField]) ?? '');
  if (unit === '' || (row[field] ?? '') === '') return undefined;
  return units ? units[unit] : unit;
}
