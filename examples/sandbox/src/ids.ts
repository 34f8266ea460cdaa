import { formatValue } from '@forecourt/core';
import { refuseField } from './forms/sent-record.ts';
import { badRequest } from './http/problem.ts';

/** More would block the process, and SQLite's only writer, for seconds. */
const MAX_IDS = 5_000;

/**
 * Ids of a body, as numbers or as text. Throws a 422 for no list and for more than 5,000, a 400 for anything in it that
 * isn't an id.
 */
export function idsOf(value: unknown, field: string): number[] {
  if (!Array.isArray(value)) throw refuseField(`/${field}`, `${field} must be a list of ids.`);
  if (value.length > MAX_IDS) {
    const sent = formatValue('integer', value.length);
    throw refuseField(
      `/${field}`,
      `A call takes at most ${formatValue('integer', MAX_IDS)} ids, and these are ${sent}. Send them in parts.`,
    );
  }
  return value.map((entry, index) => {
    const id = typeof entry === 'string' && /^\d{1,15}$/.test(entry) ? Number(entry) : entry;
    if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
    throw badRequest(`${field}[${index}] is no id.`, `/${field}/${index}`);
  });
}
