import { pairsText } from '../output/pairs.ts';
import { handler } from '../work.ts';

export const run = handler(async ({ settings: { places }, output }) => {
  output.result({
    document: places,
    text: () =>
      pairsText(output, [
        ['Folder', places.dir],
        ['Settings', places.config],
        ['Sign-ins', places.credentials],
        ['Journal', places.journal],
        ['Open changes', places.changes],
      ]),
  });
  return undefined;
});
