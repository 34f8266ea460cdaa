import { GLOBAL_OPTIONS } from '../commands/global-options.ts';
import { suggest } from '../completion/suggest.ts';
import { oneLine } from '../output/output.ts';
import { handler } from '../work.ts';

/**
 * Prints one candidate a line: the word, a tab, its description. Never prompts and never reports
 * errors.
 */
export const run = handler(async (work) => {
  const words = (work.args[0] as readonly string[] | undefined) ?? [];
  const found = await suggest(work, words, GLOBAL_OPTIONS);
  work.runtime.stdout.write(
    found.map(([word, meaning]) => `${word}\t${oneLine(meaning)}\n`).join(''),
  );
  return undefined;
});
