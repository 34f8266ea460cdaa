import {
  type AnyListed,
  ApiError,
  type Client,
  getViews,
  type ListQuery,
  type NamedView,
  type OpenedView,
  openView,
  viewNamed,
} from '@forecourt/core';
import { CommandError, usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import type { Work } from '../work.ts';

/** Lists the account's views. Ends the run if the service keeps none. */
export async function viewsOf(
  client: Client,
  list: string | undefined,
  signal: AbortSignal,
): Promise<readonly NamedView[]> {
  try {
    return await getViews(client, list, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new CommandError(EXIT.usage, 'not_offered', 'This service keeps no views.', {
      detail: 'Give filters, order and columns as options instead.',
    });
  }
}

/** The view that --view names, as the list can show it now; undefined without --view (LIST-15). */
export async function askedView(
  { options, output, signal }: Work,
  client: Client,
  definition: AnyListed,
): Promise<OpenedView | undefined> {
  if (options.view === undefined) return undefined;
  const name = String(options.view);
  const views = await viewsOf(client, definition.name, signal);
  const view = viewNamed(views, name);
  if (view === undefined) {
    const names = views.map((one) => `'${one.name}'`).join(', ');
    throw usageError(
      `There is no view '${name}' of ${definition.noun[1]}.`,
      names === '' ? 'Save one with `forecourt views save`.' : `Views: ${names}.`,
    );
  }
  const opened = openView(definition, view);
  const [wanted = [], kept = []] = [view.query.filters, opened.query.filters];
  if (kept.length < wanted.length) {
    throw usageError(
      `View '${view.name}' can't be used: ${opened.issues.join('; ')}. Without that it would show more rows than were meant.`,
      'Save it anew: forecourt views save.',
    );
  }
  for (const issue of opened.issues) output.warn(`Left out of the view: ${issue}.`);
  return opened;
}

/** The view's query with what the options add: filters beside its own, anything else instead. */
export const withView = <Query extends Partial<ListQuery>>(
  view: OpenedView | undefined,
  query: Query,
): Query =>
  view === undefined
    ? query
    : {
        ...view.query,
        ...query,
        filters: [...(view.query.filters ?? []), ...(query.filters ?? [])],
      };
