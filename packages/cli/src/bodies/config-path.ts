import { body } from '../io/body.ts';
import { pairsText } from '../io/pairs.ts';

export const run = body(async ({ settings: { places }, output }) => {
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
