import { type AnyListed, type ColumnDefinition, RESOURCES, type Tone } from '@forecourt/core';
import { code, page, table } from './markdown.ts';

const COLOURS: Readonly<Record<Tone, string>> = {
  good: 'green',
  info: 'blue',
  neutral: 'grey',
  warn: 'amber',
  bad: 'red',
  muted: 'outlined, struck through',
};

const stateColumns = ({ list }: AnyListed): readonly ColumnDefinition<object>[] =>
  list.columns.filter(({ states }) => states !== undefined);

/** Returns the legend of states, from the definitions of all resources. */
export async function statesPage(): Promise<string> {
  const lists = await Promise.all(RESOURCES.map(({ loadListDefinition }) => loadListDefinition()));
  const sections = lists.flatMap((list) =>
    stateColumns(list).flatMap(({ field, label, states = [], dueBy }) => [
      `## ${list.menuLabel}: ${label}`,
      `Field ${code(field)}.${
        dueBy
          ? ` After the day in ${code(dueBy.day)}, while something is due in ${code(dueBy.due)}, a state that can be overdue is red, and ‘Overdue by 12 days’ is added to it. The service’s clock decides which day it is.`
          : ''
      }`,
      table(
        ['state', 'colour', 'means', 'can be overdue'],
        states.map(({ means, owed, tone, value }) => [
          value,
          COLOURS[tone],
          means,
          owed ? 'yes' : 'no',
        ]),
      ),
    ]),
  );
  return page(
    'States',
    'The colour of a state says what it means: green is good, blue is in progress, grey is neutral, amber needs attention, red ' +
      'is bad, and what is struck through no longer counts. Lists, records, the search of the portal and tables on a terminal ' +
      'use the same definitions; a terminal shows colours unless `NO_COLOR` is set. A state that is not listed here is grey.',
    ...sections,
  );
}
