import * as z from 'zod/mini';
import { isDay } from '../../format/dates.ts';
import type { ListRemark } from '../../http/list-dialects.ts';

/** Longest range of one call of `exceptions judge`. */
const MAX_DAYS = 92;
/** Ranges that are named; of more, how many there are. */
const NAMED = 3;
const DAY = 86_400_000;

const day = z.string().check(z.refine(isDay));
const days = z.object({ from: day, to: day });

/** Days without a judged purchase in between, both inclusive, as YYYY-MM-DD. */
type UnjudgedDays = z.output<typeof days>;
/** What a service says of days whose purchases were never judged. */
export const sentUnjudged = z.object({ unjudged: z.array(days) });

// By hand: a program's first DateTimeFormat takes it 10 ms, at its start.
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** '3 August 2026' */
function dayText(text: string): string {
  const [year, month, day] = text.split('-').map(Number);
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}

const at = (text: string): number => Date.parse(`${text}T00:00:00Z`);

/** '1–31 August 2026', '30 September – 2 October 2026', '3 August 2026'. */
export function daysText({ from, to }: UnjudgedDays): string {
  const [first, last] = [dayText(from), dayText(to)];
  if (from === to) return last;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))}–${last}`;
  return `${from.slice(0, 4) === to.slice(0, 4) ? first.slice(0, -5) : first} – ${last}`;
}

/** The last days of a range, as many as are judged at a time. */
function lastOf({ from, to }: UnjudgedDays): UnjudgedDays {
  const first = new Date(at(to) - (MAX_DAYS - 1) * DAY).toISOString().slice(0, 10);
  return { from: from < first ? first : from, to };
}

function sentence(all: readonly UnjudgedDays[]): string {
  const named = all.slice(0, NAMED).map(daysText);
  const more = all.length - named.length;
  if (more > 0) named.push(`${more} more ${more === 1 ? 'range' : 'ranges'} of days`);
  const last = named.at(-1) ?? '';
  const list = named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${last}` : last;
  return `${list} ${all.length === 1 ? 'was' : 'were'} never judged.`;
}

/** Says which days of a list of exceptions were never judged, and offers to judge them (TXN-18). */
export function unjudgedRemark(answer: unknown): ListRemark | undefined {
  const sent = z.safeParse(sentUnjudged, answer);
  if (!sent.success) return undefined;
  const { unjudged } = sent.data;
  if (unjudged.length === 0) return { text: '', facts: { unjudged }, offers: [] };
  const ranges = unjudged.slice(0, NAMED).map((range) => [range, lastOf(range)] as const);
  const isCut = ranges.some(([range, part]) => range.from !== part.from);
  return {
    text: sentence(unjudged),
    ...(isCut && { offersText: `At most ${MAX_DAYS} days are judged at a time.` }),
    facts: { unjudged },
    offers: ranges.map(([, part]) => ({
      action: 'judge',
      label: `Judge ${daysText(part)}`,
      values: { ...part },
    })),
  };
}
