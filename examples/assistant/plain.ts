/** Longest line that a record may put into a question. */
const MAX_LINE = 300;

/**
 * A text of the service on one line, for a question to a person: a record's name can't add lines of its own, hide text
 * or turn its direction around.
 */
export function plainLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}
