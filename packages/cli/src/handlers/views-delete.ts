import { removeView, viewNamed } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { viewsOf } from '../client/named-view.ts';
import { usageError } from '../command-error.ts';
import { listNamed } from '../input/resource.ts';
import { handler } from '../work.ts';

/** Deletes a named view of a list (LIST-15). */
export const run = handler(async (work) => {
  const { args, operation, output, settings, signal } = work;
  const { name: list, noun } = await listNamed(String(args[0]));
  const name = String(args[1]).trim();
  const client = openSignedIn(work, settings, output);
  const view = viewNamed(await viewsOf(client, list, signal), name);
  if (view === undefined) throw usageError(`There is no view '${name}' of ${noun[1]}.`);
  await removeView(client, view, signal);
  const message = `View '${view.name}' of ${noun[1]} deleted.`;
  output.result({
    document: { ok: true, operation, message, list, name: view.name },
    text: () => message,
  });
  return undefined;
});
