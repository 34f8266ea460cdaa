import { badRequest } from '../http/problem.ts';
import type { ListFilter } from './list-request.ts';
import { lowered } from './match.ts';

export const textOnly = (field: string) =>
  badRequest(
    `${field} is compared with a text: it is, contains or begins with one.`,
    `/filter/${field}`,
  );

/** Returns which of the names that no column has a filter means. Throws a 400 for a filter from or to a name. */
export function namesMeant(
  names: readonly string[],
  { field, match, value }: ListFilter,
): readonly string[] {
  const part = lowered(value);
  return names.filter((name) => {
    if (match === 'exact') return name === value;
    if (match === 'contains') return lowered(name).includes(part);
    if (match === 'begins') return lowered(name).startsWith(part);
    throw textOnly(field);
  });
}
