/** Lines around a mutant whose words say what it is about. */
const AROUND = 20;

const wordsOf = (text: string): Set<string> => new Set(text.match(/[A-Za-z]\w{3,}/g) ?? []);

/**
 * Says which tests speak most of a piece of code: a test that reaches it through HTTP or argv never imports it, but has its
 * fields, routes and sentences. A word that few tests have says more than one that most have.
 */
export class Nearness {
  readonly #words: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #weights = new Map<string, number>();

  constructor(tests: ReadonlyMap<string, string>) {
    this.#words = new Map([...tests].map(([test, text]) => [test, wordsOf(text)]));
    const counts = new Map<string, number>();
    for (const words of this.#words.values())
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) this.#weights.set(word, Math.log(tests.size / count));
  }

  /** Returns how near a test is to the place `at` in a source; 0 if they share no word. */
  of(test: string, source: string, at: number): number {
    const line = source.slice(0, at).split('\n').length - 1;
    const lines = source.split('\n').slice(Math.max(0, line - AROUND), line + AROUND);
    const own = this.#words.get(test) ?? new Set();
    const shared = [...wordsOf(lines.join('\n'))].filter((word) => own.has(word));
    return shared.reduce((sum, word) => sum + (this.#weights.get(word) ?? 0), 0);
  }
}
