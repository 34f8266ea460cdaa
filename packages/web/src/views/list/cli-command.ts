import { type AnyListed, filterText, type ListQuery } from '@forecourt/core';
import { sortText } from './address.ts';

/** Quotes a word for a POSIX shell if it has special characters. */
const quoted = (text: string): string =>
  /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The command that shows the same list in a terminal. */
export function cliCommand({ name }: AnyListed, query: ListQuery): string {
  return [
    `forecourt ${name} list`,
    ...(query.page > 0 ? [`--page ${query.page + 1}`] : []),
    `--size ${query.size}`,
    ...(query.sort ? [`--sort ${quoted(sortText(query.sort))}`] : []),
    ...query.filters.map((filter) => `--filter ${quoted(filterText(filter))}`),
    ...(query.from ? [`--from ${quoted(query.from)}`] : []),
    ...(query.to ? [`--to ${quoted(query.to)}`] : []),
  ].join(' ');
}
