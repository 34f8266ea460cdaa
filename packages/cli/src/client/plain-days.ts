import {
  type AnyListed,
  type Client,
  columnNamed,
  hasRelativeDays,
  type ListQuery,
  plainDays,
} from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { learnServiceClock } from '../service-clock.ts';
import { today } from '../today.ts';
import type { Work } from '../work.ts';

type Asked = Partial<Pick<ListQuery, 'filters' | 'from' | 'to'>>;

/**
 * Returns the query with plain days for relative ones, by the service's clock, and reports which days those
 * are (LIST-15). Resolved once, so that all pages of a run are of the same days.
 */
export async function plainQuery<Query extends Asked>(
  { output, runtime, signal }: Work,
  client: Client,
  { list }: Pick<AnyListed, 'list'>,
  query: Query,
): Promise<Query> {
  const asked = { filters: [], ...query };
  if (!hasRelativeDays(list, asked)) return query;
  await learnServiceClock(client, runtime, signal);
  const plain = plainDays(list, asked, today(runtime));
  const { from, to } = plain;
  if (from && to && from > to) {
    throw usageError(`No day is left: from ${from} is after to ${to}.`);
  }
  output.note(`Days: ${daysText(list, asked, plain)}.`);
  return plain;
}

/** 'Date Issued from 2026-10-01 to 2026-10-31', for each column with other ends than were asked. */
function daysText(list: AnyListed['list'], asked: Asked, plain: Asked): string {
  const own = list.dateField ?? '';
  const label = (field: string) => columnNamed(list, field)?.label ?? field;
  const ends = [
    ...(['from', 'to'] as const).map((end) => [own, end, plain[end]] as const),
    ...(plain.filters ?? [])
      .filter((filter) => !asked.filters?.includes(filter))
      .map(({ field, match, value }) => [field, match, value] as const),
  ].filter(([, , value]) => value !== undefined);
  return [...Map.groupBy(ends, ([field]) => field)]
    .map(([field, parts]) =>
      [label(field), ...parts.map(([, end, value]) => `${end} ${value}`)].join(' '),
    )
    .join(', ');
}
