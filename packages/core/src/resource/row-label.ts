import { formatValue } from '../format/values.ts';
import type { AnyListed } from './resource.types.ts';

/**
 * Returns the number or name of a row, as questions and reports show it; its id if it has none.
 *
 * @param definition the definition of the row's resource
 * @param row a row of its list
 */
export function rowLabel({ id, list }: Pick<AnyListed, 'id' | 'list'>, row: object): string {
  const field = list.brief?.names[0] ?? list.columns[0]?.field ?? '';
  const kind = list.columns.find((column) => column.field === field)?.kind ?? 'text';
  const value = (row as Readonly<Record<string, unknown>>)[field];
  return value === undefined || value === null || value === '' ? id(row) : formatValue(kind, value);
}
