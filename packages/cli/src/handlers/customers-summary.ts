import { getCustomerPage } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { permitted } from '../client/permitted.ts';
import { EXIT } from '../exit-codes.ts';
import { figuresDocument, figuresText, warnOfLost } from '../output/figures.ts';
import { oneLine } from '../output/output.ts';
import { handler } from '../work.ts';

/** Shows a customer: who it is, and its figures, each with its list (CUST-03). */
export const run = handler(async (work) => {
  const { args, output, settings, signal } = work;
  const client = openSignedIn(work, settings, output);
  await permitted(client, 'customers.summary', signal);
  const page = await getCustomerPage(client, String(args[0]), signal);
  const { contact, id, name } = page;
  const about = [['Customer', name] as const, ...contact];
  output.result({
    document: { id, name, contact: Object.fromEntries(contact), ...figuresDocument(page) },
    text: () => {
      const lines = about.map(([label, value]) =>
        output.terminal ? `${label}: ${oneLine(value)}` : `${label}\t${oneLine(value)}`,
      );
      const between = output.terminal ? '\n\n' : '\n';
      return `${lines.join('\n')}${between}${figuresText(output, page)}`;
    },
  });
  return warnOfLost(output, page) ? EXIT.partlyDone : undefined;
});
