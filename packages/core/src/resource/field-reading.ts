import { groupCard, groupThousands, parseTyped } from '../format/values.ts';
import type { FormField } from './form.types.ts';

/** Returns the value of a locked field the way a view would show it. */
export function readingOf(
  { input, places = 2, plain }: Pick<FormField, 'input' | 'places' | 'plain'>,
  value: string,
): string {
  if (input === 'card') return groupCard(value);
  if ((input !== 'decimal' && input !== 'integer') || plain) return value;
  const number = parseTyped(value);
  return number ? groupThousands(number, input === 'decimal' ? places : 0) : value;
}
