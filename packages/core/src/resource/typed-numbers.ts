import { parseTyped } from '../format/values.ts';
import { MESSAGES } from '../messages/messages.ts';
import type { FieldIssue, FormField } from './form.types.ts';

// Numbers as a person types them, in forms and in the filters of a list (LIST-14).

/** Significant digits that a JSON number represents exactly. */
const EXACT_DIGITS = 15;

/** Whether a text looks like a number with commas. */
const hasCommas = (text: string): boolean => /\d/.test(text) && text.includes(',');

/** Whether a text is a number as programs and other scripts write it: '1e2', '0x10', '１２'. */
const isOtherNotation = (text: string): boolean =>
  /^[+-]?(?:[\d.]+e[+-]?\d*|0[xob][\da-f]+|[\d_]+)$/i.test(text) || /(?!\d)\p{N}/u.test(text);

/** Returns the rule, and how to write the number where the text looks like one. */
function explained(rule: string, example: string, text: string): string {
  if (hasCommas(text)) return MESSAGES.field.thousands(rule, example);
  return isOtherNotation(text) ? MESSAGES.field.digitsOnly(rule, example) : rule;
}

/** Returns why the input can't take that text as a number and how to write it, or undefined if it can. */
export function typedNumberIssue(
  { input, label }: Pick<FormField, 'input' | 'label'>,
  text: string,
): FieldIssue | undefined {
  const value = parseTyped(text);
  const texts = MESSAGES.field;
  const whole = input === 'integer';
  if (value === undefined || (whole && value.scale > 0)) {
    const rule = whole ? texts.whole(label) : texts.number(label);
    const example = whole ? '78,760 or 78760' : '1,093.72 or 1093.72';
    return { code: 'not_a_number', message: value ? rule : explained(rule, example, text) };
  }
  return value.abs().coefficient >= 10n ** BigInt(EXACT_DIGITS)
    ? { code: 'too_many_digits', message: texts.digits(label) }
    : undefined;
}
