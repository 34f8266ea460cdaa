import { text } from 'node:stream/consumers';
import type { AnyListed } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import type { Work } from '../work.ts';

/** Begins with a letter or digit and has a digit: '1042', 'P1001', 'number:675', a UUID. */
const ID = /^(?=.*\d)[a-z\d][\w:-]*$/i;

/** An id, or a second name such as an invoice's number, which people choose. */
const NAME = /^[\p{L}\p{N}][^"\p{Cc}\p{Cf}]*$/u;

/** Most words that a refusal quotes, and most characters of each. */
const QUOTED = 10;
const LONGEST = 40;

/** What must not reach a terminal: control characters, and those that turn the text's direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const quoted = (word: string): string => {
  const seen = word.replace(UNSEEN, '\uFFFD');
  return seen.length > LONGEST ? `${seen.slice(0, LONGEST)}…` : seen;
};

/**
 * Refuses ids that would name another path of the service before anything is sent: blanks the list, '.' and '..' what is
 * above it. A usage error.
 *
 * @param value an argument or an option's value: an id, or several
 */
export function refuseEmptyIds(value: unknown): void {
  for (const id of [value ?? []].flat().map(String)) {
    const bare = id.replace(UNSEEN, '').trim();
    if (bare === '') throw usageError('The id is empty.', 'Is a variable of the script not set?');
    if (bare === '.' || bare === '..') throw usageError(`'${bare}' is not an id.`);
  }
}

interface Word {
  readonly word: string;
  /** The line of standard input, from 1; undefined for an argument. */
  readonly line?: number;
}

const wordsIn = (of: string): readonly string[] => of.split(/[\s,]+/).filter((word) => word !== '');

function refuseOthers(named: readonly Word[], pattern: RegExp): void {
  const wrong = named.filter(({ word }) => !pattern.test(word));
  if (wrong.length === 0) return;
  const shown = wrong
    .slice(0, QUOTED)
    .map(({ line, word }) =>
      line === undefined ? `  ${quoted(word)}` : `  line ${line}: ${quoted(word)}`,
    );
  const more = wrong.length - shown.length;
  throw usageError(
    wrong.length === 1 ? 'Not an id:' : `${wrong.length} words are not ids:`,
    [
      ...shown,
      ...(more > 0 ? [`  and ${more} more`] : []),
      'Nothing was sent. An id has no quotation marks: with jq, use `jq -r`.',
    ].join('\n'),
  );
}

/**
 * The ids that a command names, each once: arguments, separated by commas too, or with '-' the words of
 * standard input. Throws a usage error for '-' on a terminal, if no id is left, and for words that can't be ids.
 */
export async function namedIds(
  { args, runtime: { stdin } }: Work,
  definition: Pick<AnyListed, 'named'>,
): Promise<readonly string[]> {
  const words = [args[0] ?? []].flat().map(String);
  if (words.includes('-') && stdin.isTTY) {
    throw usageError("'-' reads ids from standard input: add < FILE, or pipe them.");
  }
  const read = words.includes('-') ? (await text(stdin)).split(/\r\n|\n|\r/) : [];
  const named: readonly Word[] = [
    ...words.filter((word) => word !== '-').flatMap((of) => wordsIn(of).map((word) => ({ word }))),
    ...read.flatMap((of, index) => wordsIn(of).map((word) => ({ word, line: index + 1 }))),
  ];
  if (named.length === 0) throw usageError('Standard input names no id.');
  refuseOthers(named, definition.named === undefined ? ID : NAME);
  return [...new Set(named.map(({ word }) => word))];
}
