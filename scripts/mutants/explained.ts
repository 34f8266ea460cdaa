import { type Mutant, mutantsOf } from './mutators.ts';

/** What a mutant is, wherever its line moves to: its file, the declaration and the text of the line around it, and its change. */
export interface Identity {
  readonly file: string;
  readonly in: string;
  readonly line: string;
  readonly mutator: string;
  readonly from: string;
  readonly to: string;
  /** Which one it is, from 1, of those that are equal in all of this. */
  readonly nth: number;
}

/** A survivor without a visible effect. `nth` is 1 if it isn't named. */
export interface Explained extends Omit<Identity, 'nth'> {
  readonly nth?: number;
  readonly why: string;
}

/** Layout is no part of an identity: a formatter may break a long line. */
const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns the text of the line on which a mutant starts. */
const lineOf = (text: string, { start }: Mutant): string => {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', start);
  return text.slice(from, to === -1 ? text.length : to);
};

/** Returns the identity as one text, by which samples are drawn and results are kept. */
export const keyOf = (one: Omit<Identity, 'nth'> & { readonly nth?: number }): string =>
  JSON.stringify(
    [one.file, one.in, one.line, one.mutator, one.from, one.to]
      .map(folded)
      .concat(`${one.nth ?? 1}`),
  );

/** Returns all mutants of a source with their identities, in text order. */
export function identified(
  file: string,
  text: string,
): { readonly mutant: Mutant; readonly identity: Identity; readonly key: string }[] {
  const seen = new Map<string, number>();
  return mutantsOf(file, text).map((mutant) => {
    const equal = {
      ...{ file, in: mutant.within, line: folded(lineOf(text, mutant)), mutator: mutant.mutator },
      from: folded(text.slice(mutant.start, mutant.end)),
      to: folded(mutant.replacement),
    };
    const nth = (seen.get(keyOf(equal)) ?? 0) + 1;
    seen.set(keyOf(equal), nth);
    const identity = { ...equal, nth };
    return { mutant, identity, key: keyOf(identity) };
  });
}

/** Returns why survivors have no visible effect, by their keys. */
export const reasonsOf = (explained: readonly Explained[]): ReadonlyMap<string, string> =>
  new Map(explained.map((one) => [keyOf(one), one.why]));
