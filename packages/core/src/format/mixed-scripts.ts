/** Alphabets with letters that look like those of another one. */
const SCRIPTS = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Armenian: /\p{Script=Armenian}/u,
  Georgian: /\p{Script=Georgian}/u,
  Cherokee: /\p{Script=Cherokee}/u,
  Coptic: /\p{Script=Coptic}/u,
  Lisu: /\p{Script=Lisu}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Arabic: /\p{Script=Arabic}/u,
} as const;

/**
 * Returns the first word whose letters are of two alphabets, and which ones; undefined if there is none. 'Nоrth' with a
 * Cyrillic о reads as 'North' and is another name.
 */
export function mixedScripts(
  text: string,
): { readonly word: string; readonly scripts: readonly string[] } | undefined {
  for (const word of text.normalize('NFKC').match(/[\p{L}\p{M}\p{Cf}]+/gu) ?? []) {
    const scripts = Object.entries(SCRIPTS).flatMap(([name, one]) =>
      one.test(word) ? [name] : [],
    );
    if (scripts.length > 1) return { word, scripts };
  }
  return undefined;
}
