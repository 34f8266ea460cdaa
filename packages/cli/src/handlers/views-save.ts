import { saveView, viewNamed } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { viewsOf } from '../client/named-view.ts';
import { chosenColumns, readSelection } from '../input/list-query.ts';
import { listNamed } from '../input/resource.ts';
import { handler } from '../work.ts';

/** Saves a named view of a list, or replaces the one of that name (LIST-15). */
export const run = handler(async (work) => {
  const { args, operation, options, output, settings, signal } = work;
  const definition = await listNamed(String(args[0]));
  const name = String(args[1]).trim();
  const query = readSelection(definition, options);
  const columns =
    options.columns === undefined
      ? undefined
      : chosenColumns(definition, options).map(({ field }) => field as string);
  const client = openSignedIn(work, settings, output);
  const list = definition.name;
  const before = viewNamed(await viewsOf(client, list, signal), name);
  const isDefault = options.default === true;
  const kept = before?.name ?? name;
  await saveView(client, { list, name: kept, query, columns, isDefault, before }, signal);
  const message = `View '${kept}' of ${definition.noun[1]} ${before ? 'replaced' : 'saved'}.`;
  output.result({
    document: { ok: true, operation, message, list, name: kept },
    text: () => message,
  });
  return undefined;
});
