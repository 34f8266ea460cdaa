import type { Mutant } from './mutators.ts';

/** A survivor without a visible effect, identified by its line's text instead of its number. */
export interface Explained {
  readonly file: string;
  readonly mutator: string;
  readonly line: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** Returns the text of the line on which a mutant starts. */
const lineOf = (text: string, { start }: Mutant): string => {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', start);
  return text.slice(from, to === -1 ? text.length : to).trim();
};

/** Returns why a survivor has no visible effect, if it is explained. */
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
