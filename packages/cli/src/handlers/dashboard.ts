import { getDashboard } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { EXIT } from '../exit-codes.ts';
import { figuresDocument, figuresText, warnOfLost } from '../output/figures.ts';
import { handler } from '../work.ts';

/** Shows the figures that this account may read, each with its list (SHELL-10). */
export const run = handler(async (work) => {
  const { output, settings, signal } = work;
  const client = openSignedIn(work, settings, output);
  await permitted(client, 'dashboard.open', signal);
  const dashboard = await getDashboard(client, signal);
  output.result({
    document: figuresDocument(dashboard),
    text: () => figuresText(output, dashboard),
  });
  return warnOfLost(output, dashboard) ? EXIT.partlyDone : undefined;
});
