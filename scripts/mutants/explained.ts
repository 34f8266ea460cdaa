import type { Mutant } from './mutators.ts';

/** A survivor that changes nothing anyone can see, known by its line's text and not by its number. */
export interface Explained {
  readonly file: string;
  readonly mutator: string;
  readonly line: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** The text of the line on which a mutant begins. */
const lineOf = (text: string, { start }: Mutant): string => {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', start);
  return text.slice(from, to === -1 ? text.length : to).trim();
};

/** Why a survivor is none, if somebody wrote it down. */
export function explainedBy(
  known: readonly Explained[],
  text: string,
  mutant: Mutant,
): string | undefined {
  const from = text.slice(mutant.start, mutant.end);
  return known.find(
    (one) =>
      one.file === mutant.file &&
      one.mutator === mutant.mutator &&
      one.line === lineOf(text, mutant) &&
      one.from === from &&
      one.to === mutant.replacement,
  )?.why;
}
