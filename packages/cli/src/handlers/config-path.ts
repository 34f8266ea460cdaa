import { pairsText } from '../output/pairs.ts';
import { handler } from '../work.ts';

export const run = handler(async ({ settings: { paths }, output }) => {
  output.result({
    document: paths,
    text: () =>
      pairsText(output, [
        ['Folder', paths.dir],
        ['Settings', paths.config],
        ['Sign-ins', paths.credentials],
        ['Journal', paths.journal],
        ['Open changes', paths.changes],
      ]),
  });
  return undefined;
});
