import { GLOBAL_OPTIONS } from '../commands/global-options.ts';
import { suggest } from '../completion/suggest.ts';
import { oneLine } from '../output/output.ts';
import { handler } from '../work.ts';

/** What may stand next, a line each: the word, a tab, what it means. Nothing is ever asked or told here. */
export const run = handler(async (work) => {
  const words = (work.args[0] as readonly string[] | undefined) ?? [];
  const found = await suggest(work, words, GLOBAL_OPTIONS);
  work.runtime.stdout.write(
    found.map(([word, meaning]) => `${word}\t${oneLine(meaning)}\n`).join(''),
  );
  return undefined;
});
