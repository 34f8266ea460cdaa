import { badRequest } from './http/problem.ts';

/** Ids of a body, as numbers or as text. Throws a 400 for anything that is no id. */
export function idsOf(value: unknown, field: string): number[] {
  if (!Array.isArray(value)) throw badRequest(`${field} must be a list of ids.`, `/${field}`);
  return value.map((entry, index) => {
    const id = typeof entry === 'string' && /^\d{1,15}$/.test(entry) ? Number(entry) : entry;
    if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
    throw badRequest(`${field}[${index}] is no id.`, `/${field}/${index}`);
  });
}
