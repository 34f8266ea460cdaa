import { GLOBAL_OPTIONS } from '../commands/global-options.ts';
import { suggest } from '../completion/suggest.ts';
import { body } from '../io/body.ts';
import { oneLine } from '../io/output.ts';

/** What may stand next, a line each: the word, a tab, what it means. Nothing is ever asked or told here. */
export const run = body(async (work) => {
  const words = (work.args[0] as readonly string[] | undefined) ?? [];
  const found = await suggest(work, words, GLOBAL_OPTIONS);
  work.surroundings.stdout.write(
    found.map(([word, meaning]) => `${word}\t${oneLine(meaning)}\n`).join(''),
  );
  return undefined;
});
