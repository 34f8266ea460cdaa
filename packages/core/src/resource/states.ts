import { isDay } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';
import { badgeTone, EMPTY, formatValue, type Tone } from '../format/values.ts';
import type { StateDefinition, ValueDefinition } from './resource.types.ts';

type Row = Readonly<Record<string, unknown>>;

/** A state as surfaces show it. */
export interface ShownState {
  /** 'Sent', or '-'. */
  readonly text: string;
  readonly tone: Tone;
  /** What adds to it: 'Overdue by 12 days'. */
  readonly note?: string;
  /** What the state means, in a sentence, if its definition says so. */
  readonly means?: string;
}

// Not among MESSAGES, which the sign-in page loads.
const overdueText = (days: number): string => `Overdue by ${days} ${days === 1 ? 'day' : 'days'}`;

const DAY_MS = 86_400_000;

/** Whole days from one calendar day to another. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** 'FULLY_PAID' and 'Fully Paid' are the same state. */
const plain = (state: string): string => state.trim().toLowerCase().replaceAll('_', ' ');

/** Days since the last day to pay, if something is still due; undefined otherwise. */
function overdueDays(
  { dueBy }: Pick<ValueDefinition<Row>, 'dueBy'>,
  row: Row,
  today: string,
): number | undefined {
  if (!dueBy) return undefined;
  const [day, due] = [row[dueBy.day], row[dueBy.due]];
  if (typeof day !== 'string' || !isDay(day)) return undefined;
  // A service that doesn't send the amount can't say that nothing is due.
  const isDue = due instanceof Decimal ? due.compare(Decimal.ZERO) > 0 : true;
  const days = daysBetween(day, today);
  return isDue && days > 0 ? days : undefined;
}

/**
 * Returns how a record's state is shown: its tone from the definition, and since when it is overdue. `today`
 * is the service's day, YYYY-MM-DD. Lists, views, the palette and the terminal all use it.
 *
 * @param definition the column or field that has the state
 * @param row the row or record
 * @param today the service's day, YYYY-MM-DD
 */
export function stateOf(
  definition: Pick<ValueDefinition<Row>, 'field' | 'kind' | 'states' | 'dueBy'>,
  row: Row,
  today: string,
): ShownState {
  const text = formatValue(definition.kind, row[definition.field]);
  if (text === EMPTY) return { text, tone: 'neutral' };
  const known: StateDefinition | undefined = definition.states?.find(
    ({ value }) => plain(value) === plain(text),
  );
  if (!known) return { text, tone: badgeTone(text) };
  const { means, owed, tone } = known;
  const days = owed ? overdueDays(definition, row, today) : undefined;
  if (days === undefined) return { text, tone, means };
  return { text, tone: 'bad', note: overdueText(days), means };
}
