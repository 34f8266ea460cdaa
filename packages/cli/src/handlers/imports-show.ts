import { openClient } from '../client/client.ts';
import { usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { chooseImports } from '../journal/choose-imports.ts';
import { entryDocument, instantText, saysText, shortKey } from '../journal/entry-text.ts';
import { isOpen, readJournals } from '../journal/journal.ts';
import { asking } from '../journal/service-says.ts';
import { pairsText } from '../output/pairs.ts';
import { handler } from '../work.ts';

/** Shows one import; for several imports of one file the latest, and names the others. */
export const run = handler(async (work) => {
  const { args, output, settings, signal } = work;
  const named = String(args[0]);
  const chosen = await chooseImports(readJournals(settings), named, signal);
  const [entry] = chosen;
  if (entry === undefined) throw usageError(`The journal knows no import ${named}.`);
  const client = openClient(work, settings, output);
  const ask = asking(client.session.current && client, signal);
  const says = isOpen(entry) ? await ask(entry) : undefined;
  output.result({
    document: entryDocument(entry, says),
    text: () =>
      pairsText(output, [
        ['Key', entry.key],
        ['State', entry.state],
        ['Note', entry.note],
        ['File', entry.fileName],
        ['Provider', entry.provider],
        ['Account', entry.account],
        ['SHA-256', entry.sha256],
        ['Rows', String(entry.rows)],
        ['Imported', String(entry.imported)],
        ['Duplicates', String(entry.duplicates)],
        ['Rejected', String(entry.rejected)],
        ['Result file', entry.result],
        ['Import id', entry.id],
        ['Started', instantText(entry.startedAt)],
        ['Changed', instantText(entry.changedAt)],
        ['Service', isOpen(entry) ? saysText(says) : undefined],
      ]),
  });
  const others = chosen.slice(1).map(({ key }) => shortKey(key));
  if (others.length > 0) output.note(`Other matching imports: ${others.join(', ')}.`);
  return EXIT.done;
});
