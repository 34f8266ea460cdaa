import type { ImportRecord } from '@forecourt/core';
import { openClient } from '../client/client.ts';
import { usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { chooseImports } from '../journal/choose-imports.ts';
import { entryDocument, instantText, saysText, shortKey } from '../journal/entry-text.ts';
import { isOpen, readJournals } from '../journal/journal.ts';
import type { ServiceSays } from '../journal/service-says.ts';
import { asking } from '../journal/service-says.ts';
import { pairsText } from '../output/pairs.ts';
import { correctionText } from '../preflight/format-preflight.ts';
import { handler } from '../work.ts';

/** What the service recorded of an import, if it could be asked. */
const recordOf = (says: ServiceSays) =>
  'record' in says ? says.record : ({} as Partial<ImportRecord>);

/** Shows one import; for several imports of one file the latest, and names the others. */
export const run = handler(async (work) => {
  const { args, output, settings, signal } = work;
  const named = String(args[0]);
  const chosen = await chooseImports(readJournals(settings), named, signal);
  const [entry] = chosen;
  if (entry === undefined) throw usageError(`The journal knows no import ${named}.`);
  const client = openClient(work, settings, output);
  const ask = asking(client.session.current && client, signal);
  const said = await ask(entry);
  const says = isOpen(entry) ? said : undefined;
  const { correctedFrom, corrections = [] } = recordOf(said);
  output.result({
    document: {
      ...entryDocument(entry, says),
      ...(correctedFrom && { correctedFrom, corrections }),
    },
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
        ...(correctedFrom ? [['Corrected from', correctedFrom.fileName] as const] : []),
        ...corrections.map((correction) => ['Corrected', correctionText(correction)] as const),
      ]),
  });
  const others = chosen.slice(1).map(({ key }) => shortKey(key));
  if (others.length > 0) output.note(`Other matching imports: ${others.join(', ')}.`);
  return EXIT.done;
});
